import type { BulkEmail } from '#contract/bulk-emails.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { besideStatus, statusWord } from './bulk-email-status.ts';
import styles from './sending.module.css';

/** The status, and beside it what the three statuses can not say. Screens §1.5. */
export function Standing({ bulkEmail }: { bulkEmail: BulkEmail }) {
  const beside = besideStatus(bulkEmail);
  return (
    <span className={styles.standing}>
      <StatusBadge status={statusWord(bulkEmail)} />
      {beside !== '' && <span className={styles.chip}>{beside}</span>}
    </span>
  );
}
