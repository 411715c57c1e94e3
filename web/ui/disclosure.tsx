import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

interface Props {
  summary: ReactNode;
  open?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

export function Disclosure({ summary, open, onToggle, children }: Props) {
  return (
    <details
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
      className={styles.disclosure}
    >
      <summary className={styles.summary}>
        <ChevronRight aria-hidden size={20} className={styles.arrow} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
