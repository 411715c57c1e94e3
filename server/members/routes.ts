import * as contract from '#contract/members.ts';
import { searchRelatives } from '#contract/relatives.ts';
import { isGiven, pagingOf } from '../db/search-rows.ts';
import { notFound } from '../errors.ts';
import type { Serve } from '../http/handle.ts';
import type { Caller } from '../work.ts';
import { findMember, searchMemberRows } from './queries.ts';
import { searchRelativesOf } from './relative-queries.ts';

export function memberRoutes(serve: Serve): void {
  serve(contract.searchMembers, ({ work, body }) => searchMemberRows(work.db, body));

  serve(contract.listMembers, ({ work, query }) => searchMemberRows(work.db, pagingOf(query)));

  serve(contract.getMember, async ({ work, params }) => {
    const member = reaches(work.by, params.id) ? await findMember(work.db, params.id) : undefined;
    if (member === undefined) throw notFound(contract.memberTexts.notFound);
    return member;
  });

  serve(searchRelatives, async ({ work, body }) => {
    const memberId = isGiven(body.mainMemberId) ? body.mainMemberId : work.by?.memberId;
    if (!memberId || !reaches(work.by, memberId)) return { results: [], totalCount: 0 };
    return searchRelativesOf(work.db, memberId, body);
  });
}

/** To a Member another's record does not exist. Rules §3. */
function reaches(by: Caller | null, memberId: string): boolean {
  return by?.role === 'Admin' || by?.memberId === memberId.toLowerCase();
}
