import { defaultPageSize } from '#contract/limits.ts';
import styles from './list-table.module.css';

const rowKeys = Array.from({ length: defaultPageSize }, (_, index) => `row ${index}`);

/** Holds the place of the first rows; the spinner says the same in words. */
export function SkeletonRows({ columns }: { columns: number }) {
  return rowKeys.map((key) => (
    <tr key={key} aria-hidden className={styles.skeleton}>
      <td colSpan={columns}>
        <span className={styles.bone}>&nbsp;</span>
      </td>
    </tr>
  ));
}
