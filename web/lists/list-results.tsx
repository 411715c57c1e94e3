import { Search } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { To } from 'react-router';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import loadFailureStyles from '#web/ui/load-failure.module.css';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { rememberOpened } from '#web/app/router/list-memory.ts';
import styles from './list-results.module.css';
import type { Column, Identified } from './list-shape.ts';
import { pressed, sized, sortedBy } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import { PagingBar } from './paging-bar.tsx';
import type { RowChoice } from './row-selection.tsx';
import type { ListView } from './use-list.ts';

interface Props<Row extends Identified> {
  view: ListView<Row>;
  label: string;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  hasLongActions?: boolean;
  choice?: RowChoice;
  addNew?: To;
}

/** The rows, or an empty or failed state, and the paging bar. */
export function ListResults<Row extends Identified>({ view, addNew, ...table }: Props<Row>) {
  const { state, rules, go, results, lastPage, pathname, body } = view;
  const { rows, failure } = results;
  const area = useRef<HTMLDivElement>(null);

  function turnTo(page: number) {
    go({ ...state, page });
    const top = area.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) area.current?.scrollIntoView();
  }

  return (
    <div ref={area} className={styles.results}>
      {failure !== undefined && (
        <LoadFailure text={failure} busy={results.waiting} onRetry={results.refetch} />
      )}
      {!rows && failure === undefined && (
        <div className={styles.spinner}>
          <Spinner />
        </div>
      )}
      {rows?.length === 0 && failure === undefined && (
        <NoRows
          filtered={Object.keys(state.filters).length > 0}
          addNew={addNew}
          onClear={view.clear}
        />
      )}
      {(rows ? rows.length > 0 : failure === undefined) && (
        <ListTable
          {...table}
          rows={rows}
          sort={state.sort}
          onSort={(by) => go(sortedBy(state, pressed(by, state, rules)))}
          onOpen={(id) => rememberOpened(pathname, id)}
          stale={results.stale}
          waiting={results.waiting}
          body={body}
        />
      )}
      {rows && (
        <PagingBar
          page={Math.min(state.page, lastPage)}
          size={state.size}
          totalCount={results.totalCount ?? 0}
          onPage={turnTo}
          onSize={(size) => go(sized(state, size))}
        />
      )}
    </div>
  );
}

interface NoRowsProps {
  filtered: boolean;
  addNew?: To;
  onClear: () => void;
}

/** The same text for an empty list and for no matches. product-rules 18.5. */
function NoRows({ filtered, addNew, onClear }: NoRowsProps) {
  return (
    <div className={loadFailureStyles.empty}>
      <Search aria-hidden size={28} strokeWidth={1.5} />
      <p className={loadFailureStyles.words}>No records found</p>
      {filtered && <Button onClick={onClear}>Clear Search</Button>}
      {!filtered && addNew !== undefined && (
        <>
          <p>The first one you add will be shown here.</p>
          <ButtonLink to={addNew}>Add New</ButtonLink>
        </>
      )}
    </div>
  );
}
