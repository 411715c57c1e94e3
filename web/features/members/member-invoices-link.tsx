import type { Member } from '#contract/members/endpoints.ts';
import { RowLink } from '#web/lists/row-actions.tsx';
import { paths } from '#web/app/paths.ts';

interface Props {
  member: Member;
  needs?: 'money.read';
}

export function MemberInvoicesLink({ member, needs = 'money.read' }: Props) {
  const to = { pathname: paths.invoices(), search: `?memberId=${member.id}` };
  return (
    <RowLink name={`of ${member.firstName} ${member.lastName}`} needs={needs} to={to}>
      Invoices
    </RowLink>
  );
}
