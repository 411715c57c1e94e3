import { sql } from 'kysely';
import { oldestProofDays, proofDays } from '#contract/proofs/admin-endpoints.ts';
import type { Context } from '#server/context.ts';

const dayMs = 24 * 3_600_000;

/** Deletes the files that were dealt with, or whose invoice was closed, long ago, and old ones. product-rules 26.6. */
export async function forgetProofs({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  const before = new Date(at.getTime() - proofDays * dayMs);
  const oldest = new Date(at.getTime() - oldestProofDays * dayMs);
  await sql`
    DELETE FROM payment_proofs AS p USING invoices AS i
    LEFT JOIN payments AS paid ON paid.id = i.payment_id
    LEFT JOIN write_offs AS w ON w.id = i.write_off_id
    WHERE i.id = p.invoice_id
      AND (p.received_at <= ${oldest} OR p.dealt_with_at <= ${before}
        OR coalesce(paid.recorded_at, i.voided_at, w.recorded_at) <= ${before})`.execute(db);
}
