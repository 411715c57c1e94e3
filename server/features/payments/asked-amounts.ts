import { sql } from 'kysely';
import type { PaymentKind } from '#contract/payments/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findCardRecord, type CardRecord } from './card-record.ts';

/** A record with every amount that a form of it can have asked for. */
export interface AskedRecord extends CardRecord {
  askedCents: number[];
}

/** Like `findCardRecord`. Lock the record first to settle it. */
export async function findAskedRecord(
  db: Db,
  kind: PaymentKind,
  id: string,
): Promise<AskedRecord | null> {
  const record = await findCardRecord(db, kind, id);
  if (record === null) return null;
  const { amountCents, balanceCents } = record;
  const earlier = kind === 'subscription' ? await earlierBalances(db, record.id) : [];
  return { ...record, askedCents: [amountCents, balanceCents, ...earlier] };
}

/**
 * What was to pay of an invoice after each change of its payments. A form can be older than any of them.
 * product-rules 7.3, decision 83.
 */
async function earlierBalances(db: Db, invoiceId: string): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`
    SELECT DISTINCT balance::integer AS cents FROM (
      -- Of an invoice that was reported elsewhere nothing is booked as owed.
      SELECT CASE WHEN i.reported_elsewhere THEN i.amount_cents - sum(b.income_cents) OVER (ORDER BY b.id)
          ELSE sum(b.owed_cents) OVER (ORDER BY b.id) END AS balance,
        -- Payments that are undone together leave one balance.
        b.event = 'undone' AND lead(b.event) OVER (ORDER BY b.id) = 'undone'
          AND p.reversed_at = lead(p.reversed_at) OVER (ORDER BY b.id) AS is_within
      FROM bookings AS b JOIN invoices AS i ON i.id = b.invoice_id LEFT JOIN payments AS p ON p.id = b.payment_id
      WHERE b.invoice_id = ${invoiceId}
    ) AS changes
    WHERE balance > 0 AND is_within IS NOT TRUE`.execute(db);
  return rows.map(({ cents }) => cents);
}
