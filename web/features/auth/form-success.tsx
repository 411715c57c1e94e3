import { CircleCheck } from 'lucide-react';
import styles from './form-success.module.css';

/** Always rendered, often empty: a live region must exist before its text. */
export function FormSuccess({ message }: { message: string | null }) {
  return (
    <div role="status" className={styles.success}>
      {message !== null && (
        <>
          <CircleCheck aria-hidden size={20} />
          <p>{message}</p>
        </>
      )}
    </div>
  );
}
