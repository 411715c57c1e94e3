import * as contract from '#contract/member-types.ts';
import { notFound } from '../errors.ts';
import type { Serve } from '../http/handle.ts';
import { allMemberTypes, findMemberType, memberTypeOf } from './queries.ts';

export function memberTypeRoutes(serve: Serve): void {
  serve(contract.listMemberTypes, ({ work }) => allMemberTypes(work.db));

  serve(contract.getMemberType, async ({ work, params }) => {
    const row = await findMemberType(work.db, params.id);
    if (row === undefined) throw notFound(contract.memberTypeTexts.notFound);
    return memberTypeOf(row);
  });
}
