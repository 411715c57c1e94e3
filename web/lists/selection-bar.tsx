import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { type ChosenRows, countChosen } from './chosen-rows.ts';
import styles from './selection-bar.module.css';

interface Props {
  chosen: ChosenRows;
  totalCount: number;
  onAll: () => void;
  onClear: () => void;
  /** The actions. */
  children: ReactNode;
}

export function SelectionBar({ chosen, totalCount, onAll, onClear, children }: Props) {
  const count = countChosen(chosen, totalCount);
  return (
    <div className={styles.bar} data-print="no">
      <output className={styles.count}>{count} selected.</output>
      {count > 0 && count < totalCount && (
        <Button kind="quiet" onClick={onAll}>
          Select all {totalCount} that match
        </Button>
      )}
      {count > 0 && (
        <Button kind="quiet" onClick={onClear}>
          Clear selection
        </Button>
      )}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
