import type { Member } from '#contract/members/endpoints.ts';
import { RowLink } from '#web/lists/row-actions.tsx';
import { paths } from '#web/app/paths.ts';

export function MemberInvoicesLink({ member }: { member: Member }) {
  const to = { pathname: paths.invoices(), search: `?memberId=${member.id}` };
  return (
    <RowLink name={`of ${member.firstName} ${member.lastName}`} to={to}>
      Invoices
    </RowLink>
  );
}
