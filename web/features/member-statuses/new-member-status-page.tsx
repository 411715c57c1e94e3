import { createMemberStatus, memberStatusTexts } from '#contract/member-statuses/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { MemberStatusForm } from './member-status-form.tsx';

export function NewMemberStatusPage() {
  const { send } = useCall(createMemberStatus);
  return (
    <>
      <PageTitle>New Member Status</PageTitle>
      <MemberStatusForm
        name=""
        saving={{
          send: (body) => send({ body }),
          saved: memberStatusTexts.added,
          page: ({ data }) => paths.memberStatus(data.id),
        }}
      />
    </>
  );
}
