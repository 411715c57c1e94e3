import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './load-failure.module.css';

interface Props {
  text: string;
  busy: boolean;
  onRetry: () => void;
  /** Instead of Try again, for a record that does not exist. */
  back?: ReactNode;
}

export function LoadFailure({ text, busy, onRetry, back }: Props) {
  return (
    <div className={styles.failure}>
      <CircleAlert aria-hidden size={28} strokeWidth={1.5} />
      <p role="alert" className={styles.words}>
        {text}
      </p>
      {back || (
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
