import { useState } from 'react';
import { Link } from 'react-router';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import type { BulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { bulkEmailName } from './bulk-email-name.ts';
import {
  statusDetails,
  isUnderWay,
  failureSummary,
  statusName,
  progressInTens,
} from './bulk-email-status.ts';
import styles from './sending-progress.module.css';

/** A progress bar while it is being sent, the outcome afterwards. */
export function SendingProgress({ bulkEmail }: { bulkEmail: BulkEmail }) {
  const { totalCount, totalCountProcessed, lastSentUtc } = bulkEmail;
  const words = bulkEmailWords.progress(totalCountProcessed, totalCount);
  const others = failureSummary(bulkEmail);
  return (
    <span className={styles.processed}>
      {isUnderWay(bulkEmail) ? (
        <>
          <progress
            aria-label={`${bulkEmailWords.processed} ${bulkEmailName(bulkEmail)}`}
            value={totalCountProcessed}
            max={Math.max(totalCount, 1)}
            className={styles.bar}
          />
          <span className={styles.count}>{words}</span>
          {lastSentUtc !== null && (
            <span className={styles.small}>
              {bulkEmailWords.lastSent(formatMoment(lastSentUtc))}
            </span>
          )}
        </>
      ) : (
        <span className={styles.count}>{totalCountProcessed}</span>
      )}
      {others !== '' && (
        <Link to={paths.bulkRecipients(bulkEmail.id)} className={styles.small}>
          {others}
        </Link>
      )}
      <Announced bulkEmail={bulkEmail} />
    </span>
  );
}

/** Announced at every ten percent, not at every email. */
function Announced({ bulkEmail }: { bulkEmail: BulkEmail }) {
  const now = progressInTens(bulkEmail);
  const [first] = useState(now);
  return (
    <output className="visually-hidden">
      {now !== first && bulkEmailWords.announced(bulkEmailName(bulkEmail), now)}
    </output>
  );
}

/** The status badge, with details that the three statuses do not tell. product-rules 18.11. */
export function BulkEmailStatus({ bulkEmail }: { bulkEmail: BulkEmail }) {
  const beside = statusDetails(bulkEmail);
  return (
    <span className={styles.status}>
      <StatusBadge status={statusName(bulkEmail)} />
      {beside !== '' && <span className={styles.chip}>{beside}</span>}
    </span>
  );
}
