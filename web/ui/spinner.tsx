import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

interface Props {
  /** What is being waited for, for those who can't see the ring turn. */
  label?: string;
}

/** Shows itself after 150 ms, so that what is quick never flickers. */
export function Spinner({ label = 'Loading…' }: Props) {
  return (
    <output className={styles.spinner}>
      <Ring size="usual" />
      <span className={classNames('visually-hidden', styles.label)}>{label}</span>
    </output>
  );
}

/** Sized by a class: the page that is drawn at build time may have no style attributes. */
export function Ring({ size = 'small' }: { size?: 'small' | 'usual' | 'large' }) {
  return <span aria-hidden className={classNames(styles.ring, styles[size])} />;
}
