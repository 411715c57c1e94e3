import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import type { Column, Identified } from './list-shape.ts';
import { RowCheckbox, type RowChoice } from './row-checkbox.tsx';
import styles from './list-table.module.css';
import { asCell, asRow } from './roles.ts';

interface Props<Row extends Identified> {
  row: Row;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  choice?: RowChoice;
  onOpen: (id: string) => void;
}

export function ListRow<Row extends Identified>(props: Props<Row>) {
  const { row, columns, nameOf, actions, choice, onOpen } = props;

  function noteLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a')) onOpen(row.id);
  }

  /** Where Enter means nothing by itself, as on the box, it opens the record. */
  function openByKey({ key, target, currentTarget }: KeyboardEvent<HTMLTableRowElement>) {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    currentTarget.querySelector<HTMLElement>('a')?.click();
  }

  return (
    // Only listens to what bubbles up from the row's own links and its box.
    <tr
      {...asRow}
      data-row={row.id}
      onClick={noteLink}
      onKeyDown={openByKey}
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
        <td {...asCell} className={styles.actions}>
          <div className={styles.buttons}>{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}
