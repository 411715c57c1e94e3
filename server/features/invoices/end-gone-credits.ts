import { sql } from 'kysely';
import { invoiceNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import { isByStaff } from '#server/platform/access/permissions.ts';

const reason = 'Its money went back';

interface Ended {
  id: string;
  number: number;
  payer: string;
  cents: number;
}

/**
 * A credit that was carried to an invoice, which is void now, ends if the bank took its money back: it is of its first payment
 * again, whose payer owes less. The ledger has no entry of it, because the voiding and the return have said all.
 */
export async function endGoneCredits(ctx: Context): Promise<void> {
  const { db, at, by } = ctx;
  // What a member does has no entry in the audit log. The next voiding or return by the office ends it.
  if (by === null || !isByStaff(ctx)) return;
  const reversed = sql`reversed_at = ${at}, reversed_by = ${by.userId}, reversed_reason = ${reason}`;
  // A credit can have been carried on.
  for (;;) {
    const { rows } = await sql<Ended>`
      WITH RECURSIVE origin (id, of_id) AS (
        SELECT id, id FROM payments WHERE credit_cents <> 0 AND credit_cents = amount_cents AND source = 'credit'
        UNION ALL
        SELECT o.id, u.payment_id FROM origin AS o JOIN credit_uses AS u ON u.carried_to = o.of_id
      ), gone AS (
        SELECT p.id FROM origin AS o JOIN payments AS first ON first.id = o.of_id AND first.reversed_at IS NOT NULL
        JOIN payments AS p ON p.id = o.id JOIN credit_uses AS u ON u.carried_to = p.id AND u.reversed_at IS NULL
        -- What was given up is the organisation's loss, and the credit stays.
        JOIN payments AS c ON c.id = u.payment_id AND c.used_cents >= u.amount_cents
      ), ended AS (
        UPDATE payments SET ${reversed} WHERE id IN (SELECT id FROM gone) RETURNING id, invoice_id, amount_cents
      ), uses AS (
        UPDATE credit_uses SET ${reversed} WHERE carried_to IN (SELECT id FROM gone)
      )
      SELECT e.id, i.number, concat(i.payer_first_name, ' ', i.payer_last_name) AS payer, e.amount_cents AS cents
      FROM ended AS e JOIN invoices AS i ON i.id = e.invoice_id`.execute(db);
    if (rows.length === 0) return;
    const changes = rows.map(({ id, number, payer, cents }) => ({
      action: 'undoPayment' as const,
      subject: 'payment' as const,
      id,
      name: `${invoiceNumber(number)} of ${payer}`,
      after: { amount: cents / 100, reason },
    }));
    await recordMany(ctx, changes);
  }
}
