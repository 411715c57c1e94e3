import { sql } from 'kysely';
import { hasMoney } from '#server/features/payments/credits/money-of-credit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { most, queriesOf, type Query } from './earlier-money.ts';
import { daysBesides, type RecordedRefund, type RefundableCredit } from './world.ts';

/** Who sent the money of the payment `p`, and what it came in for. */
const originColumns = sql`coalesce(p.payer_name, i.payer_first_name || ' ' || i.payer_last_name,
    d.first_name || ' ' || d.last_name, '') AS "payerName",
  CASE WHEN i.number IS NOT NULL THEN jsonb_build_object('kind', 'invoice', 'number', i.number)
    WHEN d.number IS NOT NULL THEN jsonb_build_object('kind', 'donation', 'number', d.number) END AS record`;
const joinRecords = sql`LEFT JOIN invoices AS i ON i.id = p.invoice_id
  LEFT JOIN donations AS d ON d.id = p.donation_id`;

export interface RefundRow extends RecordedRefund {
  place: number;
}

/** Refunds of credits that were recorded and that no line is matched with. */
export async function recordedRefunds(db: Db, queries: readonly Query[]): Promise<RefundRow[]> {
  if (queries.length === 0) return [];
  const { rows } = await sql<RefundRow>`
    SELECT q.place, r.* FROM ${queriesOf(queries)}, LATERAL (
      SELECT u.id AS "useId", u.used_on AS "usedOn", coalesce(u.refunded_by, 'EFT') AS "refundedBy", coalesce(u.reference, '') AS reference,
        ${originColumns}
      FROM credit_uses AS u
      JOIN payments AS p ON p.id = u.payment_id
      ${joinRecords}
      WHERE u.kind = 'refund' AND u.reversed_at IS NULL AND u.amount_cents = q.cents
        AND u.used_on BETWEEN q.day - ${sql.lit(daysBesides)} AND q.day + ${sql.lit(daysBesides)}
        AND NOT EXISTS (SELECT FROM bank_matches AS m
          WHERE m.credit_use_id = u.id AND m.reversed_at IS NULL)
      ORDER BY abs(u.used_on - q.day), u.id LIMIT ${sql.lit(most)}) AS r`.execute(db);
  return rows;
}

/** The newest open credits that are read. */
const mostCredits = 500;

/** Open credits with money of at least `cents`. */
export async function openCredits(db: Db, cents: number): Promise<RefundableCredit[]> {
  const { rows } = await sql<RefundableCredit>`
    SELECT p.id, p.credit_cents AS cents, coalesce(p.bank_reference, '') AS reference,
      ${originColumns}
    FROM payments AS p ${joinRecords}
    WHERE p.credit_cents <> 0 AND p.credit_cents >= ${cents} AND ${hasMoney}
    ORDER BY p.recorded_at DESC, p.id LIMIT ${sql.lit(mostCredits)}`.execute(db);
  return rows;
}
