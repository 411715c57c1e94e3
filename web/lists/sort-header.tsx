import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import type { Column, Sort } from './list-shape.ts';
import styles from './list-table.module.css';
import { asColumnHeader } from './roles.ts';

interface Props<Row> {
  column: Column<Row>;
  sort: Sort;
  onSort: (by: string) => void;
}

export function ColumnHeader<Row>({ column, sort, onSort }: Props<Row>) {
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
