import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { Notification } from '#contract/notifications.ts';
import styles from './card-notifications.module.css';

type Check = Notification['checks'][number];

const faces = {
  passed: { Icon: CircleCheck, word: 'Passed' },
  failed: { Icon: CircleX, word: 'Failed' },
  unknown: { Icon: CircleHelp, word: 'Open' },
} as const;

export function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul aria-label="Checks" className={styles.checks}>
      {checks.map((check) => (
        <CheckLine key={check.name} check={check} />
      ))}
    </ul>
  );
}

function CheckLine({ check: { name, outcome, words } }: { check: Check }) {
  const { Icon, word } = faces[outcome];
  return (
    <li className={styles.check}>
      <Icon aria-hidden size={20} className={styles[outcome]} />
      <div>
        <p className={styles.strong}>
          <span className={styles.name}>{name}</span>: {word}
        </p>
        <p className={styles.words}>{words}</p>
      </div>
    </li>
  );
}
