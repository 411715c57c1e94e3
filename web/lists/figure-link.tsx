import type { ReactNode } from 'react';
import { Link } from '#web/app/router/link.tsx';
import styles from './summary.module.css';

interface Props {
  /** What the figure is about, for those who hear the links one by one. */
  of: string;
  count: number;
  search: string;
  children: ReactNode;
}

/** A figure, and the way to the rows behind it; behind nothing there is nothing to see. */
export function FigureLink({ of, count, search, children }: Props) {
  if (count === 0) return children;
  return (
    <Link to={{ search }} className={styles.link}>
      {children}
      <span className="visually-hidden"> {of}</span>
    </Link>
  );
}
