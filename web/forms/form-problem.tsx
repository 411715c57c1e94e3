import { CircleAlert } from 'lucide-react';
import styles from './form-problem.module.css';

/** The error of the whole form, above its button. Always rendered, often empty. */
export function FormProblem({ message }: { message?: string | null }) {
  return (
    <div role="alert" className={styles.problem}>
      {message && (
        <>
          <CircleAlert aria-hidden size={20} />
          <p>{message}</p>
        </>
      )}
    </div>
  );
}
