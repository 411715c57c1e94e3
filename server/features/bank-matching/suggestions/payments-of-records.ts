import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { isUnmatched } from './earlier-money.ts';
import type { PaymentOfRecord } from './world.ts';

/**
 * Of these records the undone payments, by hand or from a bank, and those by hand that no line is matched with, of
 * any day. A card payment is no money of a line.
 */
export async function paymentsOfRecords(
  db: Db,
  recordIds: readonly string[],
): Promise<PaymentOfRecord[]> {
  if (recordIds.length === 0) return [];
  const { rows } = await sql<PaymentOfRecord>`
    SELECT p.id, r.id AS "recordId", p.amount_cents AS "amountCents", p.paid_on AS "paidOn",
      (p.reversed_at AT TIME ZONE 'Africa/Johannesburg')::date AS "undoneOn"
    FROM unnest(${recordIds}::uuid[]) AS r (id), LATERAL (
      SELECT * FROM payments WHERE invoice_id = r.id
      UNION ALL SELECT * FROM payments WHERE donation_id = r.id) AS p
    WHERE p.source IN ('administrator', 'bank') AND p.method <> 'Credit Card'
      AND (p.reversed_at IS NOT NULL OR (p.source = 'administrator' AND ${isUnmatched}))
    ORDER BY p.reversed_at DESC, p.paid_on, p.id`.execute(db);
  return rows;
}
