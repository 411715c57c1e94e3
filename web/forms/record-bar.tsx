import type { ReactNode } from 'react';
import { latestFilledIn } from '#contract/envelope.ts';
import { Button } from '#web/ui/button.tsx';
import { FormProblem } from './form-problem.tsx';
import styles from './record-bar.module.css';

interface Props extends RecordTrouble {
  isChanged: boolean;
  /** "Save", or "Create". */
  submit: string;
  busy: boolean;
  onCancel: () => void;
  /** Where something else on the page is what to press next, until something is typed. */
  isQuiet?: boolean;
}

/** The lower end of the form of one record: what went wrong, the way to mend it, the two ways out. */
export function RecordBar({
  isChanged,
  submit,
  busy,
  onCancel,
  isQuiet = false,
  ...trouble
}: Props) {
  return (
    <SaveBar changed={isChanged}>
      <RecordMessage {...trouble} />
      <Button onClick={onCancel} className={styles.first}>
        Cancel
      </Button>
      <Button type="submit" kind={isQuiet ? 'secondary' : 'primary'} busy={busy}>
        {submit}
      </Button>
    </SaveBar>
  );
}

export interface RecordTrouble {
  problem: string | null;
  /** Someone else has changed the record: the latest version can be read into the form. */
  stale?: { reload: () => void; reloading: boolean } | null | undefined;
  /** The latest version has just been filled in. */
  isMerged?: boolean;
}

/** What went wrong with the form of one record, and the way to mend it. */
export function RecordMessage({ problem, stale, isMerged = false }: RecordTrouble) {
  return (
    <div className={styles.message}>
      <FormProblem message={problem} />
      {stale && (
        <Button busy={stale.reloading} onClick={stale.reload}>
          Reload
        </Button>
      )}
      <output className={styles.merged}>{isMerged && latestFilledIn}</output>
    </div>
  );
}

/** The buttons of a form; on phones they stay in reach at the lower edge. */
export function SaveBar({ changed = false, children }: { changed?: boolean; children: ReactNode }) {
  return (
    <div className={styles.bar} data-print="no">
      <p className={styles.changed}>{changed && 'Unsaved changes'}</p>
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
