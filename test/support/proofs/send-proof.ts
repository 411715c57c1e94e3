import { sendProof } from '#contract/proofs/endpoints.ts';
import { makeProofToken } from '#server/features/proofs/proof-link.ts';
import type { TestApp } from '../app.ts';
import { callApi } from '../call.ts';
import { asFile } from '../pictures.ts';

/** A PDF by its first bytes. Nothing opens it. */
export const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);

/** Sends a file with the link of the invoice. */
export function sendProofOf(app: TestApp, invoiceId: string, content: Buffer, name = 'proof.pdf') {
  const body = { token: makeProofToken(app.secret, invoiceId, app.clock.now()) };
  return callApi(app, sendProof, { body, file: asFile(content, name, '') });
}

/** The id of a proof that was sent for the invoice. */
export async function proofOf(app: TestApp, invoiceId: string, text = 'paid') {
  await sendProofOf(app, invoiceId, pdf(text));
  const { id } = await app.db
    .selectFrom('payment_proofs')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .orderBy('received_at', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}
