import styles from './spinner.module.css';

interface Props {
  /** What is being waited for, for those who can't see the ring turn. */
  label?: string;
  size?: number;
}

/** Shows itself after 150 ms, so that what is quick never flickers. */
export function Spinner({ label = 'Loading…', size = 32 }: Props) {
  return (
    <output className={styles.spinner}>
      <Ring size={size} />
      <span className={styles.label}>{label}</span>
    </output>
  );
}

export function Ring({ size = 18 }: { size?: number }) {
  return <span aria-hidden className={styles.ring} style={{ inlineSize: size, blockSize: size }} />;
}
