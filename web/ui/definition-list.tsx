import type { ReactNode } from 'react';
import styles from './definition-list.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Read-only values: text, never a disabled input. */
export function DefinitionList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.list}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
