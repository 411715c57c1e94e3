import { createMemberStatus, memberStatusTexts } from '#contract/member-statuses/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { MemberStatusForm } from './member-status-form.tsx';
import { useStatusForm } from './use-status-form.ts';

export function NewMemberStatusPage() {
  const { send } = useCall(createMemberStatus);
  const edit = useStatusForm('', {
    send: (body) => send({ body }),
    done: memberStatusTexts.added,
  });
  return (
    <>
      <PageTitle>New Member Status</PageTitle>
      <MemberStatusForm edit={edit} submit="Create" />
    </>
  );
}
