import type { ReactNode } from 'react';
import styles from './save-bar.module.css';

/** The buttons of a form; on phones they stay in reach at the lower edge. */
export function SaveBar({ changed = false, children }: { changed?: boolean; children: ReactNode }) {
  return (
    <div className={styles.bar} data-print="no">
      <p className={styles.changed}>{changed && 'Unsaved changes'}</p>
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
