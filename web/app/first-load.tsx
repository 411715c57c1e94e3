import { Spinner } from '#web/ui/spinner.tsx';
import styles from './first-load.module.css';

/** Stands while the first page's code is on its way. */
export function FirstLoad() {
  return (
    <div className={styles.page}>
      <Spinner />
    </div>
  );
}
