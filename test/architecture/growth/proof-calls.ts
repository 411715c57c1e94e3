import { downloadProof, searchProofs } from '#contract/proofs/admin-endpoints.ts';
import { getProofToken, readProofLink } from '#contract/proofs/endpoints.ts';
import { makeProofToken } from '#server/features/proofs/proof-link.ts';
import { callApi } from '#test/support/call.ts';
import { pdf, proofOf, sendProofOf } from '#test/support/proofs/send-proof.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Proofs of payment, of payers and of administrators. */
export function proofGrowthCalls({
  app,
  as,
  invoice,
  someone,
  direct,
}: GrowthFixture): GrowthCalls {
  return {
    getProofToken: direct(getProofToken, { params: { id: invoice.id } }),
    readProofLink: async () => {
      const body = {
        token: makeProofToken(app.secret, (await someone()).invoiceId, app.clock.now()),
      };
      return () => callApi(app, readProofLink, { body });
    },
    sendProof: async () => {
      const { invoiceId } = await someone();
      return () => sendProofOf(app, invoiceId, pdf('growth'));
    },
    searchProofs: direct(searchProofs, { body: {} }),
    'searchProofs: waiting': direct(searchProofs, { body: { isWaiting: true } }),
    'searchProofs: by number': direct(searchProofs, { body: { sortBy: 'InvoiceNumber' } }),
    downloadProof: async () => {
      const params = { id: await proofOf(app, (await someone()).invoiceId) };
      return () => callApi(app, downloadProof, { params }, as);
    },
  };
}
