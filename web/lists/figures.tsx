import { type ReactNode, useState } from 'react';
import { summaryTexts } from '#contract/summaries.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './summary.module.css';

interface Props {
  title: string;
  bars: ReactNode;
  /** The same figures, each a link as well. */
  table: ReactNode;
}

/** One plot, and its twin for those who read numbers. */
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
