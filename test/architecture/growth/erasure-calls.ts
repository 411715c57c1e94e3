import * as erasure from '#contract/privacy/erasure.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { password } from '#test/support/people.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Erasing people, and their requests. */
export function erasureCalls(fixture: GrowthFixture): GrowthCalls {
  const { app, as, own, member, donation, someone, direct } = fixture;
  const ofMember = { params: { id: member.id } };
  return {
    previewMemberErasure: direct(erasure.previewMemberErasure, ofMember),
    previewDonorErasure: direct(erasure.previewDonorErasure, { params: { id: donation.id } }),
    eraseMember: async () => {
      const params = { id: (await someone()).memberId };
      return () => callApi(app, erasure.eraseMember, { params, body: { password } }, as);
    },
    eraseDonor: async () => {
      const params = { id: await pledged(app) };
      return () => callApi(app, erasure.eraseDonor, { params, body: { password } }, as);
    },
    getErasureRequest: direct(erasure.getErasureRequest, ofMember, own),
    askForErasure: direct(erasure.askForErasure, ofMember, own),
    declineErasure: async () => {
      const params = { id: (await someone()).memberId };
      await callApi(app, erasure.askForErasure, { params }, as);
      const body = { reason: 'Not yet' };
      return () => callApi(app, erasure.declineErasure, { params, body }, as);
    },
    listErasureRequests: direct(erasure.listErasureRequests, {}),
  };
}
