import { type UnsubscribedEmail, unsubscribedKindNames } from '#contract/communication.ts';
import { formatMoment } from '#contract/days.ts';
import { unsubscribingTexts } from '#contract/unsubscribing.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import styles from './unsubscribed-columns.module.css';

export const unsubscribedColumns: readonly Column<UnsubscribedEmail>[] = [
  {
    header: 'Email',
    sortBy: 'Email',
    card: 'title',
    cell: ({ email }) => <EmailText email={email} />,
  },
  { header: 'Why', cell: ({ kind }) => unsubscribedKindNames[kind] },
  {
    header: 'Reason',
    sortBy: 'Reason',
    cell: ({ reason }) => (
      <span className={styles.reason}>{reason === '' ? unsubscribingTexts.noReason : reason}</span>
    ),
  },
  {
    header: 'Date',
    sortBy: 'CreatedUtc',
    cell: ({ createdUtc }) => <span className={styles.moment}>{formatMoment(createdUtc)}</span>,
  },
];
