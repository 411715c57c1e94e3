import type { ReactNode } from 'react';
import styles from './wizard.module.css';

/** A few fields that belong together. */
export function WizardPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle}>{title}</h2>
      {children}
    </section>
  );
}
