import { type ReactNode, useEffect, useRef } from 'react';
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

/** Replaces the head of the list while rows are selected. */
export function SelectionBar({ chosen, totalCount, onAll, onClear, children }: SelectionBarProps) {
  const count = countChosen(chosen, totalCount);
  const clearButton = useRef<HTMLButtonElement>(null);
  const lastCount = useRef(0);

  useEffect(() => {
    const wasOpen = lastCount.current > 0;
    lastCount.current = count;
    // The focused button was removed with the bar.
    if (wasOpen && count === 0 && document.activeElement === document.body) {
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
  }, [count]);

  function chooseAll() {
    clearButton.current?.focus();
    onAll();
  }

  return (
    <div className={count > 0 ? styles.bar : styles.idle} data-print="no">
      <output className={styles.count}>{count > 0 && `${count} selected.`}</output>
      {count > 0 && (
        <>
          {count < totalCount && (
            <Button kind="quiet" onClick={chooseAll}>
              Select all {totalCount} that match
            </Button>
          )}
          <Button ref={clearButton} kind="quiet" onClick={onClear}>
            Clear selection
          </Button>
          <div className={styles.actions}>{children}</div>
        </>
      )}
    </div>
  );
}
