import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { countInWords, type WaitingLine } from './today-lines.ts';
import styles from './today-panel.module.css';

interface Props {
  lines: readonly WaitingLine[];
  onClose: () => void;
}

export function TodayPanel({ lines, onClose }: Props) {
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>Today</p>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {lines.length === 0 ? (
        <p className={styles.nothing}>Nothing waits for you.</p>
      ) : (
        <ul className={styles.lines}>
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
