import { getMemberDuplicates, listDuplicates } from '#contract/duplicates/endpoints.ts';
import { previewMerge } from '#contract/duplicates/merge.ts';
import { callApi } from '#test/support/call.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** The list and the comparison. What changes something is among the audited calls. */
export function duplicateCalls(fixture: GrowthFixture): GrowthCalls {
  const { app, as, member, someone, direct } = fixture;
  return {
    listDuplicates: direct(listDuplicates, { query: {} }),
    'listDuplicates: the next page': async () => {
      const { data } = await callApi(app, listDuplicates, { query: {} }, as);
      const query = { after: data.next ?? undefined };
      return () => callApi(app, listDuplicates, { query }, as);
    },
    getMemberDuplicates: direct(getMemberDuplicates, { params: { id: member.id } }),
    previewMerge: async () => {
      const query = { with: (await someone()).memberId };
      return () => callApi(app, previewMerge, { params: { id: member.id }, query }, as);
    },
  };
}
