import * as erasure from '#contract/privacy/erasure.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** What would be erased, and the requests. Those that change something are among the audited calls. */
export function erasureCalls({ own, member, donation, direct }: GrowthFixture): GrowthCalls {
  const ofMember = { params: { id: member.id } };
  return {
    previewMemberErasure: direct(erasure.previewMemberErasure, ofMember),
    previewDonorErasure: direct(erasure.previewDonorErasure, { params: { id: donation.id } }),
    getErasureRequest: direct(erasure.getErasureRequest, ofMember, own),
    listErasureRequests: direct(erasure.listErasureRequests, {}),
  };
}
