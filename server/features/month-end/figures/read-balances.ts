import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { sqlPaysRecord } from '#server/features/ledger/post.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Balances of a day come from the records as they are now, less what was booked since. So they prove the
 * movements: these come from the ledger alone.
 */
export async function readCreditsOn(db: Db, day: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT ((SELECT coalesce(sum(credit_cents), 0) FROM payments WHERE credit_cents <> 0)
      + (SELECT coalesce(sum(l.cents), 0) FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
        WHERE l.account = 'credits' AND e.booked_on > ${day}))::bigint AS cents`.execute(db);
  return rows[0]?.cents ?? 0;
}

/**
 * The payment that has the credit which an entry `e` moves, in SQL: of its use or its bank line, or of the credit that paid.
 * A payment from a credit that was undone never was: all that it moved is of the credit from which it came.
 */
export const sqlCreditOf = sql`(
  WITH RECURSIVE owner (id, place) AS (
    SELECT coalesce(
      (SELECT t.payment_id FROM bank_matches AS t WHERE t.id = e.source_id),
      (SELECT u.payment_id FROM credit_uses AS u WHERE u.id = coalesce(
        (SELECT t.credit_use_id FROM bank_matches AS t WHERE t.id = e.source_id), e.source_id)),
      CASE e.kind WHEN 'carried' THEN
        (SELECT u.payment_id FROM credit_uses AS u WHERE u.carried_to = e.source_id) END,
      e.source_id), 0
    UNION ALL
    SELECT u.payment_id, o.place + 1 FROM owner AS o
    JOIN payments AS p ON p.id = o.id AND p.reversed_at IS NOT NULL JOIN credit_uses AS u ON u.carried_to = p.id
  ) SELECT id FROM owner ORDER BY place DESC LIMIT 1)`;

export interface OwedInvoice {
  number: number;
  issuedOn: Day;
  cents: number;
}

/** What invoices owed at the end of a day, also what was paid for those that were reported elsewhere. */
const restsOn = (day: Day) => sql`
    SELECT invoice_id, sum(cents)::bigint AS cents FROM (
      SELECT id AS invoice_id, amount_cents - paid_cents AS cents FROM invoices
      WHERE ${whereOpen('invoices')} AND NOT reported_elsewhere
      UNION ALL
      SELECT invoice_id, -owed_cents FROM invoice_changes WHERE booked_on > ${day}
      UNION ALL
      SELECT e.record_id, -l.cents FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE e.booked_on > ${day} AND e.record_kind = 'invoice' AND ${sqlPaysRecord}
    ) AS parts GROUP BY invoice_id HAVING sum(cents) <> 0`;

/** The rest to pay of each invoice at the end of a day, in SQL. Invoices that were reported elsewhere are not in these books. */
export const owedOn = (day: Day) => sql<OwedInvoice>`
  SELECT o.invoice_id, b.invoice_number AS number, b.day AS issued_on, o.cents
  FROM (${restsOn(day)}) AS o CROSS JOIN LATERAL (
    SELECT invoice_number, day FROM invoice_changes WHERE invoice_id = o.invoice_id
    ORDER BY event = 'issued' DESC, day LIMIT 1
  ) AS b`;

export async function readOwedOn(db: Db, day: Day): Promise<OwedInvoice[]> {
  const { rows } = await sql<OwedInvoice>`
    SELECT number, issued_on AS "issuedOn", cents FROM (${owedOn(day)}) AS o
    ORDER BY issued_on, number`.execute(db);
  return rows;
}

export async function readSumOwedOn(db: Db, day: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM (${restsOn(day)}) AS o
    WHERE EXISTS (SELECT FROM invoice_changes WHERE invoice_id = o.invoice_id)`.execute(db);
  return rows[0]?.cents ?? 0;
}

export interface Balance {
  opening: number;
  closing: number;
}
