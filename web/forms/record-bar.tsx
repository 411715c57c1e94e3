import { Button } from '#web/ui/button.tsx';
import styles from './record-bar.module.css';
import { type RecordTrouble, RecordTold } from './record-message.tsx';
import { SaveBar } from './save-bar.tsx';

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
      <RecordTold {...trouble} />
      <Button onClick={onCancel} className={styles.first}>
        Cancel
      </Button>
      <Button type="submit" kind={isQuiet ? 'secondary' : 'primary'} busy={busy}>
        {submit}
      </Button>
    </SaveBar>
  );
}
