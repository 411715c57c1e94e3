import type { ReactNode } from 'react';
import { draftRestored, latestFilledIn } from '#contract/envelope.ts';
import { Button } from '#web/ui/button.tsx';
import { FormProblem } from './form-problem.tsx';
import styles from './record-bar.module.css';

interface Props extends RecordTrouble {
  isChanged: boolean;
  /** "Save", or "Create". */
  submit: string;
  busy: boolean;
  onCancel: () => void;
  /** The Save button is secondary until something is typed. */
  isQuiet?: boolean;
  /** Another action of the stored record. */
  besideSave?: ReactNode;
  /** Above the buttons, such as a warning. */
  children?: ReactNode;
}

/** The end of a record's form: errors, Cancel and Save. */
export function RecordBar({
  isChanged,
  submit,
  busy,
  onCancel,
  isQuiet = false,
  besideSave,
  children,
  ...trouble
}: Props) {
  return (
    <SaveBar changed={isChanged}>
      {children !== undefined && children !== false && (
        <div className={styles.note}>{children}</div>
      )}
      <RecordMessage {...trouble} />
      <Button onClick={onCancel} className={styles.first}>
        Cancel
      </Button>
      <Button type="submit" kind={isQuiet ? 'secondary' : 'primary'} busy={busy}>
        {submit}
      </Button>
      {besideSave}
    </SaveBar>
  );
}

export interface RecordTrouble {
  problem: string | null;
  /** Someone else has changed the record: Reload loads the latest version. */
  stale?: { reload: () => void; reloading: boolean } | null | undefined;
  /** The latest version has just been loaded. */
  isMerged?: boolean;
  /** The form has the draft of the session that ended. */
  isRestored?: boolean;
}

/** The error of a record's form, with a Reload button if it is out of date. */
export function RecordMessage({ problem, stale, isMerged, isRestored }: RecordTrouble) {
  const note = isRestored ? draftRestored : null;
  return (
    <div className={styles.message}>
      <FormProblem message={problem} />
      {stale && (
        <Button busy={stale.reloading} onClick={stale.reload}>
          Reload
        </Button>
      )}
      <output className={styles.merged}>{isMerged ? latestFilledIn : note}</output>
    </div>
  );
}

/** The buttons of a form; on phones fixed to the lower edge. */
export function SaveBar({ changed = false, children }: { changed?: boolean; children: ReactNode }) {
  return (
    <div className={styles.bar} data-print="no">
      <p className={styles.changed}>{changed && 'Unsaved changes'}</p>
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
