import * as contract from '#contract/members/endpoints.ts';
import * as summaries from '#contract/summaries.ts';
import { pagingOf } from '#server/platform/db/lists/search-rows.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { memberFor } from './member-access.ts';
import { searchMemberRows } from './queries.ts';
import { summarizeMembers } from './summarize-members.ts';

export function memberRoutes(serve: Serve): void {
  serve(contract.searchMembers, ({ work, body }) => searchMemberRows(work.db, body));

  serve(summaries.summarizeMembers, ({ work }) => summarizeMembers(work));

  serve(contract.listMembers, ({ work, query }) =>
    searchMemberRows(work.db, pagingOf(query)).page(),
  );

  serve(contract.getMember, ({ work, params }) => memberFor(work, params.id));
}
