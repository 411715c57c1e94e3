import { SelectField } from '#web/ui/fields/select-field.tsx';
import type { Sort } from './list-shape.ts';
import { sortFrom, wordOf } from './list-state.ts';
import styles from './sort-choice.module.css';

interface Props {
  columns: readonly { header: string; sortBy?: string }[];
  sort: Sort;
  defaultSort: Sort;
  onSort: (sort: Sort) => void;
}

/** On phones, where rows are cards and no header can be pressed. */
export function SortChoice({ columns, sort, defaultSort, onSort }: Props) {
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
