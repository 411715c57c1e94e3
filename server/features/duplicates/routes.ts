import * as contract from '#contract/duplicates/endpoints.ts';
import * as merge from '#contract/duplicates/merge.ts';
import { memberFor } from '#server/features/members/member-access.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { dismissDuplicate } from './dismiss-duplicate.ts';
import { mergeMembers } from './merge/merge-members.ts';
import { previewMerge } from './merge/preview-merge.ts';
import { mergesInto, undoMerge } from './merge/undo-merge.ts';
import { previewDuplicates } from './preview-duplicates.ts';
import { listPairs, pairsOfMember } from './queries.ts';

export function duplicateRoutes(serve: Serve): void {
  serve(contract.listDuplicates, ({ ctx, query }) => listPairs(ctx.db, query.after));

  serve(contract.getMemberDuplicates, async ({ ctx, params }) => {
    const { id } = await memberFor(ctx, params.id);
    return { pairs: await pairsOfMember(ctx.db, id), merges: await mergesInto(ctx.db, id) };
  });

  serve(contract.previewDuplicates, ({ ctx, body }) => previewDuplicates(ctx.db, body));

  serve(contract.dismissDuplicate, ({ ctx, body }) => dismissDuplicate(ctx, body));

  serve(merge.previewMerge, ({ ctx, params, query }) => previewMerge(ctx, params.id, query.with));

  serve(merge.mergeMembers, ({ ctx, params, body }) => mergeMembers(ctx, params.id, body));

  serve(merge.undoMerge, ({ ctx, params }) => undoMerge(ctx, params.id));
}
