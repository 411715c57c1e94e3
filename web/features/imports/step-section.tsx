import { type ReactNode, useEffect, useRef } from 'react';
import styles from './imports.module.css';

/** Takes the focus that was on a button of the former step. */
export function StepSection({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={section} tabIndex={-1} className={styles.step}>
      {children}
    </div>
  );
}
