import * as erasure from '#contract/privacy/erasure.ts';
import * as retention from '#contract/privacy/retention.ts';
import type { TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { tokenOf } from '#test/support/people.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** What would be erased, and the requests. Those that change something are among the audited calls. */
export function erasureCalls(
  app: TestApp,
  { as, member, donation, invoice, direct }: GrowthFixture,
): GrowthCalls {
  const ofMember = { params: { id: member.id } };
  return {
    previewMemberErasure: direct(erasure.previewMemberErasure, ofMember),
    previewDonorErasure: direct(erasure.previewDonorErasure, { params: { id: donation.id } }),
    previewPayerErasure: direct(erasure.previewPayerErasure, { params: { id: invoice.id } }),
    previewMoneyErasure: async () => {
      const params = await app.db.selectFrom('payments').select('id').executeTakeFirstOrThrow();
      return () => callApi(app, erasure.previewMoneyErasure, { params }, as);
    },
    getErasureRequest: async () => {
      // The calls before it have ended the member's sessions.
      const token = await tokenOf(app, member.userId);
      return () => callApi(app, erasure.getErasureRequest, ofMember, { token });
    },
    listErasureRequests: direct(erasure.listErasureRequests, {}),
    getRetention: direct(retention.getRetention, {}),
    getRetentionReport: direct(retention.getRetentionReport, {}),
    previewRetention: direct(retention.previewRetention, { body: {} }),
  };
}
