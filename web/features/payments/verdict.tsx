import { CircleAlert } from 'lucide-react';
import { type Notification, verdictNames } from '#contract/notifications.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './card-notifications.module.css';

/** A credit is money that somebody has to decide about: it has a sign of its own. */
export function Verdict({ notification }: { notification: Notification }) {
  const verdict = notification.verdict ?? 'waiting';
  return (
    <span className={styles.verdict}>
      {verdict === 'credit' && <CircleAlert aria-hidden size={20} className={styles.alarm} />}
      <StatusBadge status={verdictNames[verdict]} />
    </span>
  );
}
