import * as contract from '#contract/member-types/endpoints.ts';
import { notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { createMemberType, deleteMemberType, updateMemberType } from './change-member-types.ts';
import { allMemberTypes, findMemberType, memberTypeOf, searchTypes } from './queries.ts';

export function memberTypeRoutes(serve: Serve): void {
  serve(contract.listMemberTypes, ({ work }) => allMemberTypes(work.db));

  serve(contract.searchMemberTypes, ({ work, body }) => searchTypes(work.db, body));

  serve(contract.getMemberType, async ({ work, params }) => {
    const row = await findMemberType(work.db, params.id);
    if (row === undefined) throw notFound(contract.memberTypeTexts.notFound);
    return memberTypeOf(row);
  });

  serve(contract.createMemberType, ({ work, body }) => createMemberType(work, body));

  serve(contract.updateMemberType, ({ work, params, body, ifMatch }) =>
    updateMemberType(work, params.id, body, ifMatch),
  );

  serve(contract.deleteMemberType, ({ work, params }) => deleteMemberType(work, params.id));
}
