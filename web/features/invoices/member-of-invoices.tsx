import { useQuery } from '@tanstack/react-query';
import { getMember } from '#contract/members.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import styles from './member-of-invoices.module.css';

/** Says whose invoices these are, and leads back to all of them. */
export function MemberOfInvoices({ memberId }: { memberId: string }) {
  const { data: member } = useQuery({
    queryKey: ['members', 'one', memberId],
    queryFn: ({ signal }) => call(getMember, { params: { id: memberId } }, { signal }),
  });
  const whose = member ? `${member.firstName} ${member.lastName}` : 'one member';
  return (
    <p className={styles.member}>
      <span>
        Only the invoices of <strong>{whose}</strong>
      </span>
      <Link to={paths.invoices()}>Show all invoices</Link>
    </p>
  );
}
