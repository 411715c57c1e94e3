import { asApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import type { LoadTrouble } from '#web/ui/load-later.tsx';
import styles from './profile-load-failure.module.css';

interface Props {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

export function ProfileLoadFailure({ query }: Props) {
  const { error, isFetching, refetch } = query;
  const text = asApiError(error).message;
  return <ProfileFailure text={text} busy={isFetching} onRetry={() => void refetch()} />;
}

export function ProfileFailure({ text, busy, onRetry }: LoadTrouble) {
  return (
    <div className={styles.failure}>
      <FormProblem message={text} />
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
