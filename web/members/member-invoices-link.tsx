import type { Member } from '#contract/members/endpoints.ts';
import { RowLink } from '#web/admin-list/rows/row-actions.tsx';
import { paths } from '#web/paths.ts';

export function MemberInvoicesLink({ member }: { member: Member }) {
  const to = { pathname: paths.invoices(), search: `?memberId=${member.id}` };
  return (
    <RowLink name={`of ${member.firstName} ${member.lastName}`} to={to}>
      Invoices
    </RowLink>
  );
}
