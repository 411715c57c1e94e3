import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

interface Props {
  /** The text for screen readers. */
  label?: string;
}

/** Appears after 150 ms, so that fast pages do not flicker. */
export function Spinner({ label = 'Loading…' }: Props) {
  return (
    <output className={styles.spinner}>
      <Ring size="usual" />
      <span className={classNames('visually-hidden', styles.label)}>{label}</span>
    </output>
  );
}

/** Sized by classes: server-rendered pages may have no style attributes. */
export function Ring({ size = 'small' }: { size?: 'small' | 'usual' | 'large' }) {
  return <span aria-hidden className={classNames(styles.ring, styles[size])} />;
}
