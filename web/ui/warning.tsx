import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './warning.module.css';

/** A likely problem, and how to prevent it. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className={styles.warning}>
      <TriangleAlert aria-hidden size={20} className={styles.icon} />
      <div>{children}</div>
    </div>
  );
}
