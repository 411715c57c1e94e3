import { latestFilledIn } from '#contract/envelope.ts';
import { Button } from '../button.tsx';
import { FormProblem } from './form-problem.tsx';
import styles from './record-bar.module.css';
import { SaveBar } from './save-bar.tsx';

interface Props {
  isChanged: boolean;
  problem: string | null;
  /** Someone else has changed the record: the latest version can be read into the form. */
  stale?: { reload: () => void; reloading: boolean } | null | undefined;
  /** The latest version has just been filled in. */
  isMerged?: boolean;
  /** "Save", or "Create". */
  submit: string;
  busy: boolean;
  onCancel: () => void;
}

/** The lower end of the form of one record: what went wrong, the way to mend it, the two ways out. */
export function RecordBar(props: Props) {
  const { isChanged, problem, stale, isMerged = false, submit, busy, onCancel } = props;
  return (
    <SaveBar changed={isChanged}>
      <div className={styles.told}>
        <FormProblem message={problem} />
        {stale && (
          <Button busy={stale.reloading} onClick={stale.reload}>
            Reload
          </Button>
        )}
        <output className={styles.merged}>{isMerged && latestFilledIn}</output>
      </div>
      <Button onClick={onCancel} className={styles.first}>
        Cancel
      </Button>
      <Button type="submit" kind="primary" busy={busy}>
        {submit}
      </Button>
    </SaveBar>
  );
}
