import { sendInvitation as invitation } from '#contract/members/invitation.ts';
import * as contract from '#contract/members/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { returnToAutomaticStatus } from './periods/automatic-status.ts';
import { createMember } from './create-member.ts';
import { deleteMember } from './delete-member.ts';
import { sendInvitation } from './send-invitation.ts';
import { updateMember } from './update-member.ts';

export function memberRecordRoutes(serve: Serve): void {
  serve(contract.createMember, ({ work, body }) => createMember(work, body));

  serve(contract.updateMember, ({ work, params, body, ifMatch }) =>
    updateMember(work, params.id, body, ifMatch),
  );

  serve(contract.deleteMember, ({ work, params }) => deleteMember(work, params.id));

  serve(contract.returnToAutomaticStatus, ({ work, params }) =>
    returnToAutomaticStatus(work, params.id),
  );

  serve(invitation, ({ work, params }) => sendInvitation(work, params.id));
}
