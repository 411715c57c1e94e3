import { Button } from '#web/ui/button.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import styles from './wizard.module.css';

interface Props {
  submit: string;
  busy?: boolean;
  problem?: string | null;
}

/** What goes on, and why it did not; on phones always in reach and in sight. */
export function WizardBar({ submit, busy, problem }: Props) {
  return (
    <div className={styles.bar}>
      <FormProblem message={problem} />
      <Button kind="primary" type="submit" wide busy={busy}>
        {submit}
      </Button>
    </div>
  );
}
