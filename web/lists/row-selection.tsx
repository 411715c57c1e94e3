import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { type ChosenRows, countChosen } from './chosen-rows.ts';
import styles from './row-selection.module.css';

export interface RowChoice {
  isChosen: (id: string) => boolean;
  toggle: (id: string) => void;
  pageChosen: boolean;
  togglePage: () => void;
}

interface Props {
  label: string;
  checked: boolean;
  onChange: () => void;
}

/** A checkbox of 24 px with a target of 44 px. */
export function RowCheckbox({ label, checked, onChange }: Props) {
  return (
    <label className={styles.target}>
      <input type="checkbox" checked={checked} onChange={onChange} className={styles.box} />
      <span className="visually-hidden">{label}</span>
    </label>
  );
}

interface SelectionBarProps {
  chosen: ChosenRows;
  totalCount: number;
  onAll: () => void;
  onClear: () => void;
  /** The actions. */
  children: ReactNode;
}

export function SelectionBar({ chosen, totalCount, onAll, onClear, children }: SelectionBarProps) {
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
