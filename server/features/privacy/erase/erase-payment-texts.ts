import { type RawBuilder, sql } from 'kysely';
import { erased } from '#contract/privacy/erased.ts';
import { forgetSealed } from '#server/features/seals/forget-sealed.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** The payer, what administrators typed beside a payment, and the words of the payer at the bank. */
export async function erasePaymentTexts(db: Db, where: RawBuilder<unknown>): Promise<void> {
  const payments = await sql<{ id: string }>`UPDATE payments SET bank_reference = NULL,
      payer_name = CASE WHEN payer_name IS NULL THEN NULL ELSE ${erased.text} END,
      reversed_reason = CASE WHEN reversed_reason IS NULL THEN NULL ELSE ${erased.text} END
    WHERE (bank_reference IS NOT NULL OR reversed_reason IS NOT NULL
      OR payer_name <> ${erased.text}) AND ${where}
    RETURNING id`.execute(db);
  await forgetSealed(db, 'payment_id', payments.rows);
  const uses = await sql<{ id: string }>`UPDATE credit_uses SET reference = NULL,
      reason = CASE WHEN reason IS NULL THEN NULL ELSE ${erased.text} END,
      reversed_reason = CASE WHEN reversed_reason IS NULL THEN NULL ELSE ${erased.text} END
    WHERE payment_id IN (SELECT id FROM payments WHERE ${where}) RETURNING id`.execute(db);
  await forgetSealed(db, 'credit_use_id', uses.rows);
  await sql`UPDATE bank_matches SET payer_key = NULL,
      reversed_reason = CASE WHEN reversed_reason IS NULL THEN NULL ELSE ${erased.text} END
    WHERE (payer_key IS NOT NULL OR reversed_reason IS NOT NULL)
      AND (payment_id = ANY (ARRAY(SELECT id FROM payments WHERE ${where}))
        OR credit_use_id = ANY (${uses.rows.map(({ id }) => id)}::uuid[]))`.execute(db);
}
