import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { UndonePayment } from './world.ts';

/** Undone payments of these records, by hand or from a bank. A card payment is no money of a line. */
export async function undonePayments(
  db: Db,
  recordIds: readonly string[],
): Promise<UndonePayment[]> {
  if (recordIds.length === 0) return [];
  const { rows } = await sql<UndonePayment>`
    SELECT r.id AS "recordId", p.amount_cents AS "amountCents",
      (p.reversed_at AT TIME ZONE 'Africa/Johannesburg')::date AS "undoneOn"
    FROM unnest(${recordIds}::uuid[]) AS r (id), LATERAL (
      SELECT * FROM payments WHERE invoice_id = r.id
      UNION ALL SELECT * FROM payments WHERE donation_id = r.id) AS p
    WHERE p.reversed_at IS NOT NULL AND p.source IN ('administrator', 'bank')
      AND p.method <> 'Credit Card'
    ORDER BY p.reversed_at DESC`.execute(db);
  return rows;
}
