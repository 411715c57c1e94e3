import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import { type Member, memberTexts } from '#contract/members/endpoints.ts';
import { paths } from '#web/app/paths.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './members-page.module.css';

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
    cell: ({ id, firstName, lastName, email }) => (
      <span className={styles.person}>
        <TwoLines
          first={<Link to={paths.member(id)}>{`${firstName} ${lastName}`}</Link>}
          second={<EmailText email={email} brief />}
        />
      </span>
    ),
  },
  {
    header: 'Town',
    sortBy: 'Town',
    card: 'hidden',
    narrow: 'below',
    cell: ({ town, province }) => (
      <span className={styles.town}>
        <TwoLines first={town ?? '—'} second={province} />
      </span>
    ),
  },
  {
    header: 'Type',
    sortBy: 'MemberTypeName',
    cell: ({ memberTypeName }) => (
      <span className={styles.type} title={memberTypeName}>
        {memberTypeName}
      </span>
    ),
  },
  {
    header: 'Status',
    sortBy: 'MemberStatusName',
    card: 'badge',
    cell: ({ memberStatusName, archivedUtc }) => (
      <span className={styles.status}>
        <StatusBadge status={archivedUtc === null ? memberStatusName : memberTexts.archivedBadge} />
      </span>
    ),
  },
  {
    header: 'Paid until',
    sortBy: 'PaidUntil',
    cell: ({ paidUntil }) => (
      <span className={styles.day}>{paidUntil === null ? '—' : formatDay(paidUntil)}</span>
    ),
  },
];

/** Members get their number with the first payment. product-rules 5.15. */
function MemberNumber({ number }: { number: string | null }) {
  if (number !== null) return <span className={styles.number}>{number}</span>;
  return (
    <span className={styles.waiting}>
      <span className={styles.inRow}>
        <span aria-hidden>—</span>
        <span className="visually-hidden">{memberTexts.noNumber}</span>
      </span>
      <span className={styles.onCard}>{memberTexts.noNumber}</span>
    </span>
  );
}
