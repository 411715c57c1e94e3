import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import styles from './load-failure.module.css';

interface Props {
  text: string;
  busy: boolean;
  onRetry: () => void;
}

export function LoadFailure({ text, busy, onRetry }: Props) {
  return (
    <div className={styles.failure}>
      <CircleAlert aria-hidden size={28} strokeWidth={1.5} />
      <p role="alert" className={styles.words}>
        {text}
      </p>
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
