import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNotify } from '#web/ui/notices.tsx';
import styles from './form-problem.module.css';

/** The error of the whole form, above its button. Always rendered, often empty. */
export function FormProblem({ message }: { message?: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  const notify = useNotify();
  useEffect(() => {
    if (message) notify.refused();
  }, [message, notify]);
  useEffect(() => {
    // In a long dialog it would appear behind the buttons.
    if (message && box.current?.closest('dialog')) box.current.scrollIntoView({ block: 'nearest' });
  }, [message]);
  return (
    <div ref={box} role="alert" className={styles.problem}>
      {message && (
        <>
          <CircleAlert aria-hidden size={20} />
          <p>{message}</p>
        </>
      )}
    </div>
  );
}
