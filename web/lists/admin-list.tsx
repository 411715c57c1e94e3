import type { ReactNode } from 'react';
import { PageTitle } from '#web/ui/page-title.tsx';
import type { To } from '#web/app/router/location.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import styles from './admin-list.module.css';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { ListResults } from './list-results.tsx';
import type { Chosen, Identified, List } from './list-shape.ts';
import { filteredBy, sortedBy } from './list-state.ts';
import { SelectionBar } from './selection-bar.tsx';
import { DownloadCsv } from './download-csv.tsx';
import { PrintedFilters } from './printed-filters.tsx';
import { SortChoice } from './sort-choice.tsx';
import { type ListQuestion, useList } from './use-list.ts';

interface Props<Row extends Identified, Name extends string> extends ListQuestion<Row, Name> {
  /** "Manage Members"; the count is added. */
  title: string;
  nameOf: (row: NoInfer<Row>) => string;
  addNew?: To;
  actions?: (row: NoInfer<Row>, list: List) => ReactNode;
  /** Adds boxes to the rows, and a bar that holds what this returns. */
  bulk?: (chosen: Chosen, list: List) => ReactNode;
  /** Stands between the heading and the search, such as a closed Summary. */
  summary?: ReactNode;
  /** Stands beside Add New, such as the way to those who still have to pay. */
  tools?: (list: List) => ReactNode;
}

/** Every administrator's list. Specification §2, "Admin list screens". */
export function AdminList<Row extends Identified, Name extends string>(props: Props<Row, Name>) {
  const { title, columns, filters, addNew, nameOf, summary, bulk, actions, tools } = props;
  const view = useList<Row, Name>(props);
  const { state, go, list, selection } = view;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle count={list.totalCount}>{title}</PageTitle>
        <div className={styles.tools} data-print="no">
          {tools?.(list)}
          {view.download && <DownloadCsv list={list} download={view.download} />}
          {addNew !== undefined && (
            <ButtonLink kind="primary" to={addNew}>
              Add New
            </ButtonLink>
          )}
        </div>
      </div>
      {summary}
      {filters.length > 0 && (
        <FilterForm
          filters={filters}
          applied={state.filters}
          onSearch={(values) => go(filteredBy(state, values))}
          onClear={view.clear}
        />
      )}
      <FilterChips
        filters={filters}
        applied={state.filters}
        onRemove={(name) => go(filteredBy(state, without(state.filters, name)))}
      />
      <PrintedFilters filters={filters} applied={state.filters} />
      <SortChoice
        columns={columns}
        sort={state.sort}
        defaultSort={props.defaultSort}
        onSort={(sort) => go(sortedBy(state, sort))}
      />
      {bulk && (
        <SelectionBar
          chosen={selection.chosen}
          totalCount={list.totalCount ?? 0}
          onAll={selection.chooseAllMatching}
          onClear={selection.clear}
        >
          {bulk(view.chosen, list)}
        </SelectionBar>
      )}
      <FormProblem message={view.problem} />
      <ListResults<Row>
        view={view}
        label={title}
        columns={columns}
        nameOf={nameOf}
        actions={actions && ((row) => actions(row, list))}
        choice={bulk && selection.choice}
        addNew={addNew}
      />
    </div>
  );
}

function without(filters: Readonly<Record<string, string>>, name: string) {
  return Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));
}
