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
  sentSummary,
  statusName,
  progressInTens,
} from './bulk-email-status.ts';
import styles from './sending-progress.module.css';

/** One bar: sent, failed (or uncertain) and not sent. */
export function SendingProgress({ bulkEmail }: { bulkEmail: BulkEmail }) {
  const { totalCount, totalCountProcessed, lastSentUtc, isCaptured } = bulkEmail;
  const isSending = isUnderWay(bulkEmail);
  const words = isSending
    ? bulkEmailWords.progress(totalCountProcessed, totalCount)
    : sentSummary(bulkEmail);
  const others = failureSummary(bulkEmail);
  return (
    <span className={styles.processed}>
      <Bar bulkEmail={bulkEmail} isSending={isSending} />
      <span className={styles.count}>{words}</span>
      {isSending && lastSentUtc !== null && !isCaptured && (
        <span className={styles.small}>{bulkEmailWords.lastSent(formatMoment(lastSentUtc))}</span>
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

/** The numbers are beside it, so a finished bar says nothing to a screen reader. */
function Bar({ bulkEmail, isSending }: { bulkEmail: BulkEmail; isSending: boolean }) {
  const { totalCount, totalCountProcessed } = bulkEmail;
  const { sentCount, failedCount, uncertainCount, suppressedCount } = bulkEmail;
  const parts = [
    { count: sentCount, look: styles.sent },
    { count: failedCount + uncertainCount, look: styles.failed },
    { count: suppressedCount, look: styles.notSent },
  ].filter(({ count }) => count > 0);
  const whole = Math.max(totalCount, 1);
  const progress = {
    role: 'progressbar',
    'aria-label': `${bulkEmailWords.processed} ${bulkEmailName(bulkEmail)}`,
    'aria-valuenow': totalCountProcessed,
    'aria-valuemin': 0,
    'aria-valuemax': whole,
  };
  return (
    <span className={styles.bar} {...(isSending ? progress : { 'aria-hidden': true })}>
      {parts.map(({ count, look }) => (
        <span key={look} className={look} style={{ inlineSize: `${(100 * count) / whole}%` }} />
      ))}
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
