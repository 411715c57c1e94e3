import { asApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import styles from './profile-load-failure.module.css';

interface Props {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

export function ProfileLoadFailure({ query }: Props) {
  return (
    <div className={styles.failure}>
      <FormProblem message={asApiError(query.error).message} />
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
