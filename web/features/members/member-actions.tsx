import { memberFormTexts } from '#contract/member-form.ts';
import { deleteMember, type Member } from '#contract/members.ts';
import type { List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowLink } from '#web/lists/row-actions.tsx';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
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
