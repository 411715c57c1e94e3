import { type ReactNode, useState } from 'react';
import type { To } from 'react-router';
import { asApiError } from '#web/api/api-error.ts';
import type { Download } from '#web/api/download.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import styles from './admin-list.module.css';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { ListResults } from './list-results.tsx';
import type { Choice, Chosen, Identified, List, Sort } from './list-shape.ts';
import { filteredBy, sortedBy, sortFrom, wordOf } from './list-state.ts';
import { SelectionBar } from './row-selection.tsx';
import { type ListQuestion, useList } from './use-list.ts';

interface Props<Row extends Identified, Name extends string> extends ListQuestion<Row, Name> {
  /** "Manage Members"; the count is added. */
  title: string;
  nameOf: (row: NoInfer<Row>) => string;
  addNew?: To;
  actions?: (row: NoInfer<Row>, list: List) => ReactNode;
  /** Adds checkboxes to the rows, and a bar with these actions. */
  bulk?: (chosen: Chosen, list: List) => ReactNode;
  /** Between the heading and the search, such as a closed Summary. */
  summary?: ReactNode;
  /** Beside Add New. */
  tools?: (list: List) => ReactNode;
}

/** The list of every admin page. product-rules 18.4. */
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

interface PrintedFiltersProps {
  filters: readonly { name: string; label: string; options?: readonly Choice[] }[];
  applied: Readonly<Record<string, string>>;
}

/** For print, where the filter form is hidden. */
function PrintedFilters({ filters, applied }: PrintedFiltersProps) {
  const words = filters.flatMap(({ name, label, options }) => {
    const value = applied[name];
    if (value === undefined) return [];
    return `${label}: ${options?.find((option) => option.value === value)?.label ?? value}`;
  });
  return words.length > 0 && <p className={styles.filters}>{words.join(' · ')}</p>;
}

interface SortChoiceProps {
  columns: readonly { header: string; sortBy?: string }[];
  sort: Sort;
  defaultSort: Sort;
  onSort: (sort: Sort) => void;
}

/** For phones, where rows are cards without headers. */
function SortChoice({ columns, sort, defaultSort, onSort }: SortChoiceProps) {
  const options = columns.flatMap(({ header, sortBy: by }) =>
    by === undefined
      ? []
      : [
          { value: wordOf({ by, descending: false }), label: `${header}, ascending` },
          { value: wordOf({ by, descending: true }), label: `${header}, descending` },
        ],
  );
  const usual = wordOf(defaultSort);
  const isOffered = options.some(({ value }) => value === usual);
  return (
    <div className={styles.choice} data-print="no">
      <SelectField
        label="Sort by"
        options={isOffered ? options : [{ value: usual, label: 'Newest first' }, ...options]}
        value={wordOf(sort)}
        onChange={(event) => onSort(sortFrom(event.target.value))}
      />
    </div>
  );
}

interface DownloadCsvProps {
  list: List;
  download: () => Promise<Download>;
}

/** Downloads all rows that match the filters. A link could not send the token. */
function DownloadCsv({ list, download }: DownloadCsvProps) {
  const [busy, setBusy] = useState(false);
  const count = list.totalCount ?? 0;

  async function save() {
    setBusy(true);
    list.fail(null);
    try {
      const { name, content } = await download();
      saveFile(content, name);
    } catch (error) {
      list.fail(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} disabled={count === 0} onClick={save}>
      <span>
        Download CSV
        <span className={styles.count}>{` (${count} ${count === 1 ? 'row' : 'rows'})`}</span>
      </span>
    </Button>
  );
}
