import { type Proof, proofAdminTexts } from '#contract/proofs/admin-endpoints.ts';
import type { Context } from '#server/context.ts';
import { notFound, Refused, sentences } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readProof } from './queries.ts';

interface Input {
  proofId: string;
  isDealtWith: boolean;
}

/** Takes a proof off the list of those that wait, or puts it back. Repeating it changes nothing. */
export async function updateProof(ctx: Context, { proofId, isDealtWith }: Input): Promise<Proof> {
  const { by } = ctx;
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const stored = await db
      .selectFrom('payment_proofs')
      .select('dealt_with_at')
      .where('id', '=', proofId)
      .forUpdate()
      .executeTakeFirst();
    if (stored === undefined) throw notFound(proofAdminTexts.notFound);
    const wasDealtWith = stored.dealt_with_at !== null;
    if (wasDealtWith !== isDealtWith) {
      await db
        .updateTable('payment_proofs')
        .set({
          dealt_with_at: isDealtWith ? at : null,
          dealt_with_by: isDealtWith ? by.userId : null,
        })
        .where('id', '=', proofId)
        .execute();
    }
    const proof = await readProof(db, proofId);
    await recordAudit(inside, {
      action: 'updateProof',
      subject: 'invoice',
      id: proof.invoiceId,
      name: proof.invoiceNumber,
      before: { isDealtWith: wasDealtWith },
      after: { isDealtWith },
    });
    return proof;
  });
}
