import { sql } from 'kysely';
import { proofDays } from '#contract/proofs/admin-endpoints.ts';
import type { Context } from '#server/context.ts';

const dayMs = 24 * 3_600_000;

/** Deletes the files of invoices that were paid or voided long ago. product-rules 26.6. */
export async function forgetProofs({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  const before = new Date(at.getTime() - proofDays * dayMs);
  await sql`
    DELETE FROM payment_proofs AS p USING invoices AS i
    LEFT JOIN payments AS paid ON paid.id = i.payment_id
    WHERE i.id = p.invoice_id
      AND (paid.recorded_at <= ${before} OR i.voided_at <= ${before})`.execute(db);
}
