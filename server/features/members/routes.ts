import * as contract from '#contract/members/endpoints.ts';
import * as summaries from '#contract/summaries.ts';
import { pagingOf } from '#server/platform/db/lists/search-rows.ts';
import { notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { findMember, searchMemberRows } from './queries.ts';
import { reaches } from './member-access.ts';
import { summarizeMembers } from './summarize-members.ts';

export function memberRoutes(serve: Serve): void {
  serve(contract.searchMembers, ({ work, body }) => searchMemberRows(work.db, body));

  serve(summaries.summarizeMembers, ({ work }) => summarizeMembers(work));

  serve(contract.listMembers, ({ work, query }) =>
    searchMemberRows(work.db, pagingOf(query)).page(),
  );

  serve(contract.getMember, async ({ work, params }) => {
    const member = reaches(work.by, params.id) ? await findMember(work.db, params.id) : undefined;
    const isHidden = member?.archivedUtc != null && work.by?.role !== 'Admin';
    if (member === undefined || isHidden) throw notFound(contract.memberTexts.notFound);
    return member;
  });
}
