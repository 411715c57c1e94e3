import { memberStatusTexts, updateMemberStatus } from '#contract/member-statuses.ts';
import { useCall } from '#web/api/use-call.ts';
import type { ReadAgain } from '#web/forms/use-record-form.ts';
import { MemberStatusForm } from './member-status-form.tsx';
import type { Version } from './use-member-status.ts';
import { useStatusForm } from './use-status-form.ts';

interface Props {
  version: Version;
  readAgain: ReadAgain;
}

/** A status that the organisation added can be renamed. */
export function OwnStatus({ version: { status, etag }, readAgain }: Props) {
  const { send, busy } = useCall(updateMemberStatus);
  const edit = useStatusForm(status.name, {
    send: (body) => send({ params: { id: status.id }, body }, { ifMatch: etag }),
    done: memberStatusTexts.saved,
    readAgain,
  });
  return <MemberStatusForm edit={edit} submit="Save" busy={busy} />;
}
