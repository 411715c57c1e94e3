import { sql } from 'kysely';
import { isId } from '#contract/fields.ts';
import { sqlPaysRecord } from '#server/features/ledger/post.ts';
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
      -- Its amount, as it was before it was sent.
      SELECT sum(owed_cents) OVER (ORDER BY id) AS balance, false AS is_within
      FROM invoice_changes WHERE invoice_id = ${invoiceId}
      UNION ALL
      SELECT i.amount_cents - sum(b.income) OVER (ORDER BY b.id),
        -- Payments that are undone together leave one balance.
        b.kind = 'undone' AND lead(b.kind) OVER (ORDER BY b.id) = 'undone'
          AND p.reversed_at = lead(p.reversed_at) OVER (ORDER BY b.id)
          -- A corrected payment is posted again at once.
          OR b.kind = 'undone' AND lead(b.source_id) OVER (ORDER BY b.id) = b.source_id
      FROM invoices AS i JOIN LATERAL (
        SELECT e.id, e.kind, e.source_id, -sum(l.cents) AS income
        FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        WHERE e.record_id = i.id AND ${sqlPaysRecord} GROUP BY e.id HAVING sum(l.cents) <> 0
      ) AS b ON true LEFT JOIN payments AS p ON p.id = b.source_id
      WHERE i.id = ${invoiceId}
    ) AS changes
    WHERE balance > 0 AND is_within IS NOT TRUE`.execute(db);
  return rows.map(({ cents }) => cents);
}
