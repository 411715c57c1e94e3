import { type ReactNode, useId, useRef, useState } from 'react';
import type { To } from 'react-router';
import { dayOf, formatDay } from '#contract/days.ts';
import { useOrganisationName } from '#web/api/use-public-settings.ts';
import { classNames } from '#web/ui/class-names.ts';
import select from '#web/ui/fields/select-field.module.css';
import { FormProblem } from '#web/forms/form-problem.tsx';
import styles from './admin-list.module.css';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { filtersInWords } from './filters-in-words.ts';
import { useFilterState } from './use-filter-state.ts';
import { FilterButton, ListHead } from './list-head.tsx';
import { ListResults } from './list-results.tsx';
import type {
  Chosen,
  Filter,
  Identified,
  List,
  SavedSearchParts,
  SearchPlace,
  Sort,
} from './list-shape.ts';
import { filteredBy, sortedBy, sortFrom, wordOf } from './list-state.ts';
import { shownRange } from './page-numbers.ts';
import { SelectionBar } from './row-selection.tsx';
import type { Needs } from '#contract/permissions.ts';
import { useMay } from '#web/session/use-may.ts';
import { SearchBox } from './search-box.tsx';
import { Summary, SummaryButton, type SummaryOf, useRememberedOpen } from './summary/summary.tsx';
import { type ListQuestion, type ListView, useList } from './use-list.ts';

interface Props<Row extends Identified, Name extends string> extends ListQuestion<Row, Name> {
  /** "Manage Members"; the count is added. */
  title: string;
  /** What the search box searches: "Name, number, email". */
  searchHint: string;
  nameOf: (row: NoInfer<Row>) => string;
  addNew?: To;
  /** What Add New and the actions of selected rows need. */
  writes?: Needs;
  actions?: (row: NoInfer<Row>, list: List) => ReactNode;
  /** The visible action of a row is more than a word. */
  hasLongActions?: boolean;
  /** Searches that are saved under a name. */
  savedSearches?: SavedSearchParts | undefined;
  /** Adds checkboxes to the rows, and a bar with these actions while rows are selected. */
  bulk?: (chosen: Chosen, list: List) => ReactNode;
  /** Figures that open above the rows. */
  summary?: SummaryOf;
  /** Below the title, such as a link to the rows that wait for something. */
  belowTitle?: ReactNode;
  /** Between the heading and the rows, such as the progress of a job. */
  notices?: ReactNode;
  /** Beside Add New. */
  tools?: (list: List, place: SearchPlace) => ReactNode;
}

/** The list of every admin page. product-rules 18.4. */
export function AdminList<Row extends Identified, Name extends string>(all: Props<Row, Name>) {
  const { writes, addNew: add, bulk: bulkActions, ...shown } = all;
  const mayWrite = useMay()(writes);
  const addNew = mayWrite ? add : undefined;
  const bulk = mayWrite ? bulkActions : undefined;
  const props = { ...shown, ...(addNew !== undefined && { addNew }) };
  const { title, columns, filters, nameOf, actions, savedSearches } = props;
  const view = useList<Row, Name>(props);
  const { state, go, list, selection } = view;
  return (
    <div className={styles.page}>
      <ListTop {...props} view={view}>
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
      </ListTop>
      {!view.isOpening && savedSearches?.current(view.place)}
      <FilterChips
        filters={filters}
        applied={state.filters}
        onRemove={(name) => go(filteredBy(state, without(state.filters, name)))}
      />
      <PrintedFacts
        words={filtersInWords(view.rules, state.filters)}
        range={list.totalCount === undefined ? null : rangeOf(view)}
      />
      <SortChoice
        columns={columns}
        sort={state.sort}
        defaultSort={props.defaultSort}
        onSort={(sort) => go(sortedBy(state, sort))}
      />
      <FormProblem message={view.problem} />
      {view.unknown !== undefined && (
        <p role="status" className={styles.unknown}>
          {`This list has no filter named ${view.unknown}, so it is not used.`}
        </p>
      )}
      {view.isOpening ? (
        savedSearches?.opening(view.place)
      ) : (
        <ListResults<Row>
          view={view}
          label={title}
          columns={columns}
          nameOf={nameOf}
          actions={actions && ((row) => actions(row, list))}
          hasLongActions={props.hasLongActions ?? false}
          choice={bulk && selection.choice}
          addNew={addNew}
        />
      )}
    </div>
  );
}

interface TopProps<Row extends Identified> {
  view: ListView<Row>;
  title: string;
  searchHint: string;
  filters: readonly Filter<string>[];
  addNew?: To;
  summary?: SummaryOf;
  savedSearches?: SavedSearchParts | undefined;
  belowTitle?: ReactNode;
  notices?: ReactNode;
  tools?: (list: List, place: SearchPlace) => ReactNode;
  /** The bar of the selection. */
  children?: ReactNode;
}

/** The head of the list, and what its buttons open. */
function ListTop<Row extends Identified>(props: TopProps<Row>) {
  const { view, filters, summary } = props;
  const { state, go, list } = view;
  const filterState = useFilterState({
    filters,
    applied: state.filters,
    onSearch: (values) => go(filteredBy(state, values)),
    onClear: view.clear,
  });
  const id = useId();
  const filterButton = useRef<HTMLButtonElement>(null);
  const [isSummaryOpen, setSummaryOpen] = useRememberedOpen(summary?.of ?? '');
  const hasFilters = filters.length > 0;
  return (
    <>
      <ListHead
        title={props.title}
        list={list}
        below={
          <>
            {props.belowTitle}
            {props.savedSearches?.button(view.place)}
          </>
        }
        addNew={props.addNew}
        download={view.download}
        printAll={view.printing.printAll}
        hasSelection={view.chosen.count > 0}
        selection={props.children}
      >
        <SearchBox
          state={filterState}
          applied={state.filters['text'] ?? ''}
          hint={props.searchHint}
        />
        {hasFilters && <FilterButton id={`${id}-filters`} state={filterState} ref={filterButton} />}
        {summary && (
          <SummaryButton
            id={`${id}-summary`}
            isOpen={isSummaryOpen}
            onToggle={() => setSummaryOpen(!isSummaryOpen)}
          />
        )}
        {props.tools?.(list, view.place)}
      </ListHead>
      {props.notices}
      {hasFilters && <FilterForm id={`${id}-filters`} state={filterState} toggle={filterButton} />}
      {summary && <Summary id={`${id}-summary`} isOpen={isSummaryOpen} content={summary.content} />}
    </>
  );
}

type Ranged = Pick<ListView<Identified>, 'state' | 'list' | 'printing'>;

function rangeOf({ state, list, printing }: Ranged) {
  const { totalCount = 0 } = list;
  const shown = shownRange(state.page, state.size, totalCount);
  return { ...(printing.rows ? { from: 1, to: totalCount } : shown), of: totalCount };
}

function without(filters: Readonly<Record<string, string>>, name: string) {
  return Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));
}

interface PrintedFactsProps {
  words: readonly string[];
  range: { from: number; to: number; of: number } | null;
}

/** For print: the filters, whose form is hidden, the day, and which rows these are. */
function PrintedFacts({ words, range }: PrintedFactsProps) {
  const [today] = useState(() => dayOf(new Date()));
  const organisation = useOrganisationName();
  return (
    <div className={styles.printed}>
      {words.length > 0 && <p>{words.join(' · ')}</p>}
      <p>
        {organisation !== '' && `${organisation} · `}
        {formatDay(today)}
        {range && ` · ${range.from} to ${range.to} of ${range.of}`}
      </p>
    </div>
  );
}

interface SortChoiceProps {
  columns: readonly { header: string; sortBy?: string }[];
  sort: Sort;
  defaultSort: Sort;
  onSort: (sort: Sort) => void;
}

/** For phones, where rows are cards without headers. */
function SortChoice({ columns, sort, defaultSort, onSort }: SortChoiceProps) {
  const id = useId();
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
  const all = isOffered ? options : [{ value: usual, label: 'Newest first' }, ...options];
  return (
    <div className={styles.sort} data-print="no">
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        value={wordOf(sort)}
        onChange={(event) => onSort(sortFrom(event.target.value))}
        className={classNames(select.select, styles.select)}
      >
        {all.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
