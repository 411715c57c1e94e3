import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { summaryTexts } from '#contract/summaries.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './summary.module.css';

interface Props {
  title: string;
  bars: ReactNode;
  /** The same figures as a table of links. */
  table: ReactNode;
}

/** A chart, and the same figures as a table. */
export function Figures({ title, bars, table }: Props) {
  const [isTable, setTable] = useState(false);
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <Button kind="quiet" onClick={() => setTable(!isTable)}>
          {isTable ? summaryTexts.asBars : summaryTexts.asTable}
        </Button>
      </div>
      {isTable ? table : bars}
    </>
  );
}

interface FigureLinkProps {
  /** The accessible name's second part. */
  of: string;
  count: number;
  /** Of the list below, or the address of another page. */
  search?: string;
  to?: string;
  children: ReactNode;
}

/** A figure that links to its rows; zero is not linked. */
export function FigureLink({ of, count, search = '', to, children }: FigureLinkProps) {
  if (count === 0) return children;
  return (
    <Link to={to ?? { search }} className={styles.link}>
      {children}
      <span className="visually-hidden"> {of}</span>
    </Link>
  );
}
