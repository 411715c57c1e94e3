import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

interface Props {
  first: ReactNode;
  /** Details in small print. */
  second?: ReactNode;
}

/** A cell of two lines. */
export function TwoLines({ first, second }: Props) {
  return (
    <span className={styles.lines}>
      <span className={styles.first}>{first}</span>
      {second != null && second !== '' && <span className={styles.second}>{second}</span>}
    </span>
  );
}
