import type { CSSProperties, ReactNode, RefObject } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import type { Column, Identified, Sort } from './list-shape.ts';
import { RowCheckbox, type RowChoice } from './row-checkbox.tsx';
import { ListRow } from './list-row.tsx';
import styles from './list-table.module.css';
import { asColumnHeader, asRow, asRowGroup, asTable } from './roles.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { ColumnHeader } from './sort-header.tsx';

export interface TableProps<Row extends Identified> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first rows have come. */
  rows: readonly Row[] | undefined;
  nameOf: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
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
  const hasMany = actions !== undefined && columns.length > 4;
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
