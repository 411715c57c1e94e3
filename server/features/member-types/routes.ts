import * as contract from '#contract/member-types/endpoints.ts';
import { notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { createMemberType, deleteMemberType, updateMemberType } from './change-member-types.ts';
import { allMemberTypes, findMemberType, memberTypeOf, searchTypes } from './queries.ts';

export function memberTypeRoutes(serve: Serve): void {
  serve(contract.listMemberTypes, ({ ctx }) => allMemberTypes(ctx.db));

  serve(contract.searchMemberTypes, ({ ctx, body }) => searchTypes(ctx.db, body));

  serve(contract.getMemberType, async ({ ctx, params }) => {
    const row = await findMemberType(ctx.db, params.id);
    if (row === undefined) throw notFound(contract.memberTypeTexts.notFound);
    return memberTypeOf(row);
  });

  serve(contract.createMemberType, ({ ctx, body }) => createMemberType(ctx, body));

  serve(contract.updateMemberType, ({ ctx, params, body, ifMatch }) =>
    updateMemberType(ctx, params.id, body, ifMatch),
  );

  serve(contract.deleteMemberType, ({ ctx, params }) => deleteMemberType(ctx, params.id));
}
