import { isByStaff } from '#server/platform/access/permissions.ts';
import * as contract from '#contract/members/endpoints.ts';
import * as invitation from '#contract/members/invitation.ts';
import * as relatives from '#contract/members/relatives.ts';
import * as archive from '#contract/members/archive.ts';
import { getMemberStory } from '#contract/members/story.ts';
import * as summaries from '#contract/summaries.ts';
import { ownMemberId } from '#server/platform/access/member-reach.ts';
import { isGiven, pagingOf } from '#server/platform/db/lists/search-rows.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { createMember } from './create-member.ts';
import { deleteMember, previewDeletion } from './delete-member.ts';
import { findMemberFor } from './member-access.ts';
import { followMerge } from './merged-into.ts';
import { returnToAutomaticStatus } from './periods/return-to-automatic-status.ts';
import { searchMemberRows } from './queries.ts';
import { createRelative, deleteRelative, updateRelative } from './relatives/change-relatives.ts';
import { searchRelatives, taggedRelative } from './relatives/queries.ts';
import { restoreMember } from './restore-member.ts';
import { sendInvitation } from './send-invitation.ts';
import { readMemberStory } from './story/member-story.ts';
import { summarizeMembers } from './summarize-members.ts';
import { updateMember } from './update-member.ts';

export function memberRoutes(serve: Serve, { config }: AppDeps): void {
  serve(contract.searchMembers, ({ ctx, body }) => searchMemberRows(ctx.db, body));

  serve(summaries.summarizeMembers, ({ ctx }) => summarizeMembers(ctx));

  serve(contract.listMembers, ({ ctx, query }) => searchMemberRows(ctx.db, pagingOf(query)).page());

  serve(contract.getMember, ({ ctx, params }) => followMerge(ctx, params.id));

  serve(contract.createMember, ({ ctx, body }) => createMember(ctx, body));

  serve(contract.updateMember, ({ ctx, params, body, ifMatch }) =>
    updateMember(ctx, params.id, body, ifMatch),
  );

  serve(contract.deleteMember, ({ ctx, params }) => deleteMember(ctx, params.id));

  serve(archive.previewDeletion, ({ ctx, params }) => previewDeletion(ctx, params.id));

  serve(getMemberStory, ({ ctx, params }) =>
    readMemberStory(ctx, params.id, config.smtpUrl === null),
  );

  serve(archive.restoreMember, ({ ctx, params }) => restoreMember(ctx, params.id));

  serve(contract.returnToAutomaticStatus, ({ ctx, params }) =>
    returnToAutomaticStatus(ctx, params.id),
  );

  serve(invitation.sendInvitation, ({ ctx, params }) => sendInvitation(ctx, params.id));

  serve(relatives.searchRelatives, async ({ ctx, body }) => {
    const isAll = !isGiven(body.mainMemberId) && isByStaff(ctx);
    if (isAll) return searchRelatives(ctx.db, null, body);
    const memberId = isGiven(body.mainMemberId) ? body.mainMemberId : ownMemberId(ctx);
    const member = memberId === null ? undefined : await findMemberFor(ctx, memberId);
    if (member === undefined) return { results: [], totalCount: 0 };
    return searchRelatives(ctx.db, member.id, body);
  });

  serve(relatives.createRelative, async ({ ctx, body }) =>
    taggedRelative(await createRelative(ctx, body)),
  );

  serve(relatives.updateRelative, async ({ ctx, params, body, ifMatch }) =>
    taggedRelative(await updateRelative(ctx, params.id, body, ifMatch)),
  );

  serve(relatives.deleteRelative, ({ ctx, params }) => deleteRelative(ctx, params.id));
}
