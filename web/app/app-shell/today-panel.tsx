import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { countInWords, type WaitingLine } from './today-lines.ts';
import styles from './today-panel.module.css';

interface Props {
  /** `Get started (2 of 7)`, while something is missing. */
  getStarted: string | null;
  lines: readonly WaitingLine[];
  onClose: () => void;
}

export function TodayPanel({ getStarted, lines, onClose }: Props) {
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>Today</p>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {lines.length === 0 && getStarted === null ? (
        <p className={styles.nothing}>Nothing waits for you.</p>
      ) : (
        <ul className={styles.lines}>
          {getStarted !== null && (
            <li>
              <Link to={paths.getStarted()} className={styles.line}>
                {getStarted}
              </Link>
            </li>
          )}
          {lines.map((line) => (
            <li key={line.label}>
              <Link to={line.to} className={styles.line}>
                {line.label} <span className={styles.count}>{countInWords(line)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
