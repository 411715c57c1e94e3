import * as contract from '#contract/members/relatives.ts';
import { isGiven } from '#server/platform/db/lists/search-rows.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { ownMemberId } from '#server/context.ts';
import { findMemberFor } from '../member-access.ts';
import { createRelative, deleteRelative, updateRelative } from './change-relatives.ts';
import { searchRelativesOf, taggedRelative } from './queries.ts';

export function relativeRoutes(serve: Serve): void {
  serve(contract.searchRelatives, async ({ work, body }) => {
    const memberId = isGiven(body.mainMemberId) ? body.mainMemberId : ownMemberId(work);
    const member = memberId === null ? undefined : await findMemberFor(work, memberId);
    if (member === undefined) return { results: [], totalCount: 0 };
    return searchRelativesOf(work.db, member.id, body);
  });

  serve(contract.createRelative, async ({ work, body }) =>
    taggedRelative(await createRelative(work, body)),
  );

  serve(contract.updateRelative, async ({ work, params, body, ifMatch }) =>
    taggedRelative(await updateRelative(work, params.id, body, ifMatch)),
  );

  serve(contract.deleteRelative, ({ work, params }) => deleteRelative(work, params.id));
}
