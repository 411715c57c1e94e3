import { formatDay } from '#contract/days.ts';
import { type Member, memberTexts } from '#contract/members.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './member-columns.module.css';

export const memberColumns: readonly Column<Member>[] = [
  {
    header: 'Number',
    sortBy: 'MembershipNumber',
    cell: ({ membershipNumber }) => <MemberNumber number={membershipNumber} />,
  },
  {
    header: 'Name',
    sortBy: 'LastName',
    card: 'title',
    cell: ({ firstName, lastName, email }) => (
      <span className={styles.person}>
        <span className={styles.name}>{`${firstName} ${lastName}`}</span>
        <span className={styles.email}>
          <EmailText email={email} />
        </span>
      </span>
    ),
  },
  {
    header: 'Type',
    sortBy: 'MemberTypeName',
    cell: ({ memberTypeName }) => <span className={styles.type}>{memberTypeName}</span>,
  },
  {
    header: 'Status',
    sortBy: 'MemberStatusName',
    card: 'badge',
    cell: ({ memberStatusName }) => <StatusBadge status={memberStatusName} />,
  },
  {
    header: 'Paid until',
    cell: ({ paidUntil }) => (
      <span className={styles.day}>{paidUntil === null ? '—' : formatDay(paidUntil)}</span>
    ),
  },
];

/** The first payment gives the number. Rules §5. */
function MemberNumber({ number }: { number: string | null }) {
  if (number !== null) return <span className={styles.number}>{number}</span>;
  return (
    <span className={styles.waiting}>
      <span aria-hidden>—</span>
      <span className={styles.waitingWords}>{memberTexts.waiting}</span>
    </span>
  );
}
