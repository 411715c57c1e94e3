import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { CSSProperties, MouseEvent, ReactNode, RefObject } from 'react';
import { defaultPageSize } from '#contract/limits.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { Column, Identified, Sort } from './list-shape.ts';
import styles from './list-table.module.css';
import { RowCheckbox, type RowChoice } from './row-selection.tsx';
import { pressInRow } from './use-row-focus.ts';

interface TableProps<Row extends Identified> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first rows are loaded. */
  rows: readonly Row[] | undefined;
  nameOf: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  /** They need a line of their own beside the menu of a small laptop, also with few columns. */
  hasLongActions?: boolean;
  choice?: RowChoice;
  sort: Sort;
  onSort: (by: string) => void;
  onOpen: (id: string) => void;
  stale: boolean;
  waiting: boolean;
  body: RefObject<HTMLTableSectionElement | null>;
}

export function ListTable<Row extends Identified>(props: TableProps<Row>) {
  const { label, columns, rows, actions, choice, sort, onSort, stale, waiting, body } = props;
  const hasMany = actions !== undefined && (columns.length > 4 || props.hasLongActions);
  const beside = columns.filter(({ narrow }) => narrow !== 'below').length;
  const width = columns.length + (choice ? 1 : 0) + (actions ? 1 : 0);
  return (
    <div className={styles.frame}>
      {waiting && rows && <div aria-hidden className={styles.progress} />}
      <table
        {...asTable}
        aria-label={label}
        aria-busy={waiting}
        className={classNames(styles.table, hasMany && styles.many)}
        style={{ '--columns': beside } as CSSProperties}
      >
        <thead {...asRowGroup} className={styles.head}>
          <tr {...asRow}>
            {choice && (
              <th {...asColumnHeader} scope="col" className={styles.box}>
                <RowCheckbox
                  label="Select all on this page"
                  checked={choice.pageChosen}
                  onChange={choice.togglePage}
                />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHeader key={column.header} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <th {...asColumnHeader} scope="col" className={styles.actions}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody {...asRowGroup} ref={body} className={classNames(stale && styles.stale)}>
          {rows?.map((row) => (
            <ListRow key={row.id} row={row} {...props} />
          ))}
          {!rows && <SkeletonRows columns={width} />}
        </tbody>
      </table>
    </div>
  );
}

interface Props<Row extends Identified> {
  row: Row;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  choice?: RowChoice;
  onOpen: (id: string) => void;
}

function ListRow<Row extends Identified>(props: Props<Row>) {
  const { row, columns, nameOf, actions, choice, onOpen } = props;

  function noteLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a')) onOpen(row.id);
  }

  return (
    // Tab goes to the row's controls; j, k and the arrows to the row.
    <tr
      {...asRow}
      data-row={row.id}
      tabIndex={-1}
      onClick={noteLink}
      onKeyDown={pressInRow}
      className={styles.row}
    >
      {choice && (
        <td {...asCell} className={styles.box}>
          <RowCheckbox
            label={`Select ${nameOf(row)}`}
            checked={choice.isChosen(row.id)}
            onChange={() => choice.toggle(row.id)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.header}
          {...asCell}
          className={classNames(
            styles[column.card ?? 'fact'],
            column.align && styles.end,
            column.narrow && styles.below,
          )}
        >
          <span aria-hidden className={styles.factLabel}>
            {column.header}
          </span>
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td {...asCell} data-actions className={styles.actions}>
          <div className={styles.buttons}>{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

interface ColumnHeaderProps<Row> {
  column: Column<Row>;
  sort: Sort;
  onSort: (by: string) => void;
}

function ColumnHeader<Row>({ column, sort, onSort }: ColumnHeaderProps<Row>) {
  const { header, sortBy, align, narrow } = column;
  const direction = sort.descending ? 'descending' : 'ascending';
  const sorted = sortBy !== undefined && sort.by === sortBy;
  return (
    <th
      {...asColumnHeader}
      scope="col"
      aria-sort={sorted ? direction : undefined}
      className={classNames(align === 'end' && styles.end, narrow && styles.below)}
    >
      {sortBy === undefined ? (
        header
      ) : (
        <button type="button" onClick={() => onSort(sortBy)} className={styles.sort}>
          {header}
          <SortIcon direction={sorted ? direction : undefined} />
        </button>
      )}
    </th>
  );
}

function SortIcon({ direction }: { direction: 'ascending' | 'descending' | undefined }) {
  if (direction === 'ascending') return <ArrowUp aria-hidden size={16} />;
  if (direction === 'descending') return <ArrowDown aria-hidden size={16} />;
  return <ArrowUpDown aria-hidden size={16} className={styles.unsorted} />;
}

const rowKeys = Array.from({ length: defaultPageSize }, (_, index) => `row ${index}`);

/** Placeholders for the first rows; the spinner announces the loading. */
function SkeletonRows({ columns }: { columns: number }) {
  return rowKeys.map((key) => (
    <tr key={key} aria-hidden className={styles.skeleton}>
      <td colSpan={columns}>
        <span className={styles.bone}>&nbsp;</span>
      </td>
    </tr>
  ));
}

/** `display: grid` removes the table semantics; these roles restore them. */
const asTable = { role: 'table' };

const asRowGroup = { role: 'rowgroup' };

const asRow = { role: 'row' };

const asCell = { role: 'cell' };

const asColumnHeader = { role: 'columnheader' };
