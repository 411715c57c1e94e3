import { formatMoment } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import type { Notification } from '#contract/notifications.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import styles from './card-notifications.module.css';
import { PaidRecord } from './paid-record.tsx';
import { Verdict } from './verdict.tsx';

export const notificationColumns: readonly Column<Notification>[] = [
  {
    header: 'Received',
    sortBy: 'CreatedUtc',
    card: 'title',
    cell: ({ receivedUtc }) => <span className={styles.moment}>{formatMoment(receivedUtc)}</span>,
  },
  {
    header: 'Paid for',
    cell: (notification) => (
      <span className={styles.value}>
        <TwoLines
          first={<PaidRecord notification={notification} />}
          second={notification.kind === 'donation' ? 'Donation' : 'Membership'}
        />
      </span>
    ),
  },
  {
    header: 'PayFast number',
    cell: ({ providerId, paymentStatus }) => (
      <span className={styles.number}>
        <TwoLines first={providerId || 'None'} second={paymentStatus} />
      </span>
    ),
  },
  {
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => (
      <span className={styles.amount}>{amount === null ? 'Unreadable' : formatRand(amount)}</span>
    ),
  },
  {
    header: 'Verdict',
    card: 'badge',
    cell: (notification) => <Verdict notification={notification} />,
  },
];
