import { sql } from 'kysely';
import { isId } from '#contract/fields.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findPayable, type Payable, type PayableRef } from './payable.ts';

/** A record with every amount that a form of it can have asked for. */
export interface AskedRecord extends Pick<Payable, 'kind' | 'id' | 'amountCents'> {
  askedCents: number[];
  isDeleted: boolean;
}

/** Like `findPayable`, but also a deleted record: its form may still be paid. Lock the record first to settle it. */
export async function findAskedRecord(db: Db, ref: PayableRef): Promise<AskedRecord | null> {
  const record = await findPayable(db, ref);
  if (record === undefined) return findDeleted(db, ref);
  const { kind, id, amountCents, balanceCents } = record;
  const earlier = await (kind === 'invoice' ? earlierBalances : earlierAmounts)(db, id);
  const askedCents = [amountCents, balanceCents, ...earlier];
  return { kind, id, amountCents, askedCents, isDeleted: false };
}

/** The audit entries of deleted records. */
export const deletions = { invoice: 'deleteInvoice', donation: 'deleteDonation' } as const;

/** Only administrators delete invoices and donations, so the audit log has each. */
async function findDeleted(db: Db, { kind, id }: PayableRef): Promise<AskedRecord | null> {
  if (!isId(id)) return null;
  const entry = await db
    .selectFrom('audit_entries')
    .select('subject_id')
    .where('subject_id', '=', id)
    .where('action', '=', deletions[kind])
    .executeTakeFirst();
  if (entry === undefined) return null;
  return { kind, id: entry.subject_id, amountCents: 0, askedCents: [], isDeleted: true };
}

/** The amounts of a donation before administrators edited it. Erased entries have none. decision 83. */
async function earlierAmounts(db: Db, donationId: string): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`
    SELECT round((before ->> 'amount')::numeric * 100)::integer AS cents FROM audit_entries
    WHERE subject_id = ${donationId} AND action = 'updateDonation' AND before ? 'amount'`.execute(
    db,
  );
  return rows.map(({ cents }) => cents);
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
