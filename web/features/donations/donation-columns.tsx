import { formatDay } from '#contract/days.ts';
import type { Donation } from '#contract/donations.ts';
import { formatRand } from '#contract/money.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './donation-columns.module.css';

/** The specification's columns; what the treasurer matches by stands in the second lines. */
export const donationColumns: readonly Column<Donation>[] = [
  {
    header: 'First Name',
    sortBy: 'FirstName',
    card: 'title',
    cell: ({ firstName, lastName, reference }) => (
      <TwoLines
        first={
          <>
            {firstName}
            <span className={styles.onCard}> {lastName}</span>
          </>
        }
        second={reference}
      />
    ),
  },
  {
    header: 'Last Name',
    sortBy: 'LastName',
    card: 'hidden',
    cell: ({ lastName }) => lastName,
  },
  {
    header: 'Email',
    sortBy: 'Email',
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    header: 'Amount (ZAR)',
    sortBy: 'Amount',
    align: 'end',
    cell: ({ amount, donationTypeName }) => (
      <span className={styles.amount}>
        <TwoLines first={formatRand(amount)} second={donationTypeName} />
      </span>
    ),
  },
  {
    header: 'Received',
    card: 'badge',
    cell: ({ isReceived, receivedOn }) => (
      <span className={styles.received}>
        <StatusBadge status={isReceived ? 'Received' : 'Pending'} />
        {receivedOn !== null && <span className={styles.day}>{formatDay(receivedOn)}</span>}
      </span>
    ),
  },
];
