import * as contract from '#contract/members/endpoints.ts';
import * as invitation from '#contract/members/invitation.ts';
import * as relatives from '#contract/members/relatives.ts';
import * as summaries from '#contract/summaries.ts';
import { ownMemberId } from '#server/context.ts';
import { isGiven, pagingOf } from '#server/platform/db/lists/search-rows.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { createMember } from './create-member.ts';
import { deleteMember } from './delete-member.ts';
import { findMemberFor, memberFor } from './member-access.ts';
import { returnToAutomaticStatus } from './periods/return-to-automatic-status.ts';
import { searchMemberRows } from './queries.ts';
import { createRelative, deleteRelative, updateRelative } from './relatives/change-relatives.ts';
import { searchRelativesOf, taggedRelative } from './relatives/queries.ts';
import { sendInvitation } from './send-invitation.ts';
import { summarizeMembers } from './summarize-members.ts';
import { updateMember } from './update-member.ts';

export function memberRoutes(serve: Serve): void {
  serve(contract.searchMembers, ({ work, body }) => searchMemberRows(work.db, body));

  serve(summaries.summarizeMembers, ({ work }) => summarizeMembers(work));

  serve(contract.listMembers, ({ work, query }) =>
    searchMemberRows(work.db, pagingOf(query)).page(),
  );

  serve(contract.getMember, ({ work, params }) => memberFor(work, params.id));

  serve(contract.createMember, ({ work, body }) => createMember(work, body));

  serve(contract.updateMember, ({ work, params, body, ifMatch }) =>
    updateMember(work, params.id, body, ifMatch),
  );

  serve(contract.deleteMember, ({ work, params }) => deleteMember(work, params.id));

  serve(contract.returnToAutomaticStatus, ({ work, params }) =>
    returnToAutomaticStatus(work, params.id),
  );

  serve(invitation.sendInvitation, ({ work, params }) => sendInvitation(work, params.id));

  serve(relatives.searchRelatives, async ({ work, body }) => {
    const memberId = isGiven(body.mainMemberId) ? body.mainMemberId : ownMemberId(work);
    const member = memberId === null ? undefined : await findMemberFor(work, memberId);
    if (member === undefined) return { results: [], totalCount: 0 };
    return searchRelativesOf(work.db, member.id, body);
  });

  serve(relatives.createRelative, async ({ work, body }) =>
    taggedRelative(await createRelative(work, body)),
  );

  serve(relatives.updateRelative, async ({ work, params, body, ifMatch }) =>
    taggedRelative(await updateRelative(work, params.id, body, ifMatch)),
  );

  serve(relatives.deleteRelative, ({ work, params }) => deleteRelative(work, params.id));
}
