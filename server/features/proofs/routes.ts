import * as admin from '#contract/proofs/admin-endpoints.ts';
import * as contract from '#contract/proofs/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { invoiceFor } from '#server/features/invoices/invoice-access.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { makeProofToken } from './proof-link.ts';
import { readProofFile, searchProofRows } from './queries.ts';
import { beginProof, readProofLink, sendProof } from './send-proof.ts';
import { updateProof } from './update-proof.ts';

export function proofRoutes(serve: Serve, { secret }: AppDeps): void {
  serve(contract.readProofLink, ({ ctx, body }) => readProofLink(ctx, { ...body, secret }));

  serve(contract.sendProof, ({ ctx, body, file }) => sendProof(ctx, { ...body, secret, file }), {
    beforeFile: ({ ctx, body }) => beginProof(ctx, { ...body, secret }),
  });

  serve(contract.getProofToken, async ({ ctx, params }) => {
    const { id } = await invoiceFor(ctx, params.id);
    return { token: makeProofToken(secret, id, ctx.at) };
  });

  serve(admin.searchProofs, ({ ctx, body }) => searchProofRows(ctx.db, body));

  serve(admin.downloadProof, ({ ctx, params }) => readProofFile(ctx.db, params.id));

  serve(admin.updateProof, ({ ctx, params, body }) =>
    updateProof(ctx, { ...body, proofId: params.id }),
  );
}
