import { latestFilledIn } from '#contract/envelope.ts';
import { Button } from '#web/ui/button.tsx';
import { FormProblem } from './form-problem.tsx';
import styles from './record-bar.module.css';

export interface RecordTrouble {
  problem: string | null;
  /** Someone else has changed the record: the latest version can be read into the form. */
  stale?: { reload: () => void; reloading: boolean } | null | undefined;
  /** The latest version has just been filled in. */
  isMerged?: boolean;
}

/** What went wrong with the form of one record, and the way to mend it. */
export function RecordTold({ problem, stale, isMerged = false }: RecordTrouble) {
  return (
    <div className={styles.told}>
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
