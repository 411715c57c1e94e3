import { sql } from 'kysely';
import { matchTexts as texts } from '#contract/bank-matching/texts.ts';
import { badField } from '#server/errors.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ChosenPart } from './record-on-wire.ts';

/**
 * Locks what the parts pay or undo: members, invoices, donations, payments, each in the order of their
 * ids. Lines are locked afterwards, as when a payment is undone elsewhere. Decision 75.
 */
export async function lockTargets(db: Db, parts: readonly ChosenPart[]): Promise<void> {
  const idsOf = (kind: ChosenPart['kind']) =>
    parts.flatMap((part) => (part.kind === kind && 'recordId' in part ? part.recordId : []));
  const paymentIds = parts.flatMap((part) =>
    part.kind === 'recorded' || part.kind === 'reversal' ? part.targetId : [],
  );
  const useIds = parts.flatMap((part) => (part.kind === 'refund' ? part.targetId : []));
  // A payment can come and go back with one line.
  const chosen = parts.flatMap((part) => {
    if ('recordId' in part) return part.recordId;
    return 'targetId' in part ? `${part.kind} ${part.targetId}` : [];
  });
  if (new Set(chosen).size < chosen.length) throw badField('parts', texts.recordTwice);
  const { rows: paid } = await sql<{ invoiceId: string | null; donationId: string | null }>`
    SELECT invoice_id AS "invoiceId", donation_id AS "donationId" FROM payments
    WHERE id = ANY (${paymentIds}::uuid[])`.execute(db);
  const invoiceIds = [...idsOf('invoice'), ...paid.flatMap(({ invoiceId }) => invoiceId ?? [])];
  const donationIds = [...idsOf('donation'), ...paid.flatMap(({ donationId }) => donationId ?? [])];
  await sql`
    SELECT FROM members WHERE id IN (
      SELECT member_id FROM invoices WHERE id = ANY (${invoiceIds}::uuid[]))
    ORDER BY id FOR UPDATE`.execute(db);
  for (const id of invoiceIds.toSorted()) await lockInvoice(db, id);
  await sql`
    SELECT FROM donations WHERE id = ANY (${donationIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    db,
  );
  await sql`
    SELECT FROM payments WHERE id = ANY (${paymentIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(db);
  await sql`
    SELECT FROM credit_uses WHERE id = ANY (${useIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(db);
}
