import { formatMoment } from '#contract/days.ts';
import { type LoggedMail, mailOutcomeNames } from '#contract/mail-log.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './mail-columns.module.css';

export const mailColumns: readonly Column<LoggedMail>[] = [
  {
    header: 'Email',
    sortBy: 'ToEmail',
    card: 'title',
    cell: ({ toEmail, toName }) => (
      <TwoLines first={<EmailText email={toEmail} />} second={toName} />
    ),
  },
  {
    header: 'Kind',
    sortBy: 'KindName',
    cell: ({ kindName, subject }) => (
      <span className={styles.kind}>
        <TwoLines first={kindName} second={subject} />
      </span>
    ),
  },
  {
    header: 'Created',
    sortBy: 'CreatedUtc',
    cell: ({ createdUtc }) => <span className={styles.moment}>{formatMoment(createdUtc)}</span>,
  },
  {
    header: 'Outcome',
    card: 'badge',
    cell: ({ outcome }) => <StatusBadge status={mailOutcomeNames[outcome]} />,
  },
  {
    header: 'What happened',
    narrow: 'below',
    cell: (mail) => <span className={styles.words}>{whatHappened(mail)}</span>,
  },
];

/** When it left, or the mail server's words and when it is tried again. */
function whatHappened({ sentUtc, answer, nextAttemptUtc }: LoggedMail): string {
  if (sentUtc !== null) return `Sent ${formatMoment(sentUtc)}`;
  const next = nextAttemptUtc !== null && answer && `Tried again ${formatMoment(nextAttemptUtc)}`;
  return [answer, next].filter(Boolean).join('. ');
}
