import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { type BulkRecipient, recipientOutcomeNames } from '#contract/bulk-run.ts';
import { formatMoment } from '#contract/days.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './recipients.module.css';

export const recipientColumns: readonly Column<BulkRecipient>[] = [
  {
    header: 'Email',
    sortBy: 'Email',
    card: 'title',
    cell: ({ email }) => <EmailText email={email} />,
  },
  { header: 'Name', sortBy: 'Name', cell: ({ name }) => name },
  {
    header: 'Outcome',
    sortBy: 'Outcome',
    card: 'badge',
    cell: ({ outcome }) => <StatusBadge status={recipientOutcomeNames[outcome]} />,
  },
  {
    header: 'When',
    cell: ({ outcomeUtc, nextAttemptUtc }) => (
      <span className={styles.moment}>
        <TwoLines
          first={outcomeUtc && formatMoment(outcomeUtc)}
          second={nextAttemptUtc && bulkEmailWords.nextAttempt(formatMoment(nextAttemptUtc))}
        />
      </span>
    ),
  },
  {
    header: 'Answer',
    cell: ({ answer }) => <span className={styles.answer}>{answer || '—'}</span>,
  },
];
