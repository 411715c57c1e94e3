import { readReferences } from '#contract/payment-references/read-references.ts';
import styles from './bank-matching.module.css';

/** The bank's text with the references that were read in it marked. */
export function MarkedText({ text }: { text: string }) {
  const readings = readReferences(text).filter(({ kind }) => kind !== null);
  const starts = [0, ...readings.map(({ position, text: read }) => position + read.length)];
  return (
    <span className={styles.text}>
      {readings.map(({ position, text: read }, place) => (
        <span key={position}>
          {text.slice(starts[place], position)}
          <mark className={styles.mark}>{read}</mark>
        </span>
      ))}
      {text.slice(starts.at(-1))}
    </span>
  );
}
