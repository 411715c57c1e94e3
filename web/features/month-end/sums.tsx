import type { ReactNode } from 'react';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { cashBookTexts as texts } from '#contract/month-end/cash-book-texts.ts';
import styles from './cash-book.module.css';

/** The sums of all matches of a list, over its rows. */
export function Sums({ title, children }: { title: string; children: ReactNode }) {
  return (
    <dl className={styles.sums} aria-label={title}>
      <div className={styles.period}>
        <dt className="visually-hidden">{texts.period}</dt>
        <dd>{title}</dd>
      </div>
      {children}
    </dl>
  );
}

export function Sum({ label, rand }: { label: string; rand: number }) {
  return (
    <div className={styles.sum}>
      <dt>{label}</dt>
      <dd>{formatFigure(rand)}</dd>
    </div>
  );
}
