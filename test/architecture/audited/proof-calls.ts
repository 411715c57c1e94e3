import { updateProof } from '#contract/proofs/admin-endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { proofOf } from '#test/support/proofs/send-proof.ts';
import type { AuditFixture } from './fixture.ts';

export function proofCalls({ app, as, someone }: AuditFixture) {
  return {
    updateProof: async () => {
      const params = { id: await proofOf(app, (await someone()).invoiceId) };
      return callApi(app, updateProof, { params, body: { isDealtWith: true } }, as);
    },
  };
}
