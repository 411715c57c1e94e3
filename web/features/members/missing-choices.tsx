import { Button } from '#web/ui/button.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import styles from './missing-choices.module.css';

interface Props {
  failures: readonly string[];
  retrying: boolean;
  retry: () => void;
}

/** The list works without the choices, so this only says which ones could not be had. */
export function MissingChoices({ failures, retrying, retry }: Props) {
  if (failures.length === 0) return null;
  return (
    <div className={styles.failures}>
      {failures.map((text) => (
        <FormProblem key={text} message={text} />
      ))}
      <Button busy={retrying} onClick={retry}>
        Load the choices again
      </Button>
    </div>
  );
}
