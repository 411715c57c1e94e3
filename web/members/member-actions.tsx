import { memberFormTexts } from '#contract/members/form-texts.ts';
import { deleteMember, type Member } from '#contract/members/endpoints.ts';
import type { List } from '#web/admin-list/list-shape.ts';
import { DeleteRow, RowLink } from '#web/admin-list/rows/row-actions.tsx';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { MemberInvoicesLink } from './member-invoices-link.tsx';

interface Props {
  member: Member;
  list: List;
}

export function MemberActions({ member, list }: Props) {
  const { id } = member;
  const name = `${member.firstName} ${member.lastName}`;
  return (
    <>
      <MemberInvoicesLink member={member} />
      <RowLink name={name} to={paths.member(id)}>
        Edit
      </RowLink>
      <DeleteRow
        name={name}
        id={id}
        list={list}
        consequence={memberFormTexts.deleting(name)}
        remove={() => call(deleteMember, { params: { id } })}
      />
    </>
  );
}
