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
    SELECT ((SELECT coalesce(sum(credit_cents), 0) FROM payments WHERE credit_cents > 0)
      + (SELECT coalesce(sum(l.cents), 0) FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
        WHERE l.account = 'credits' AND e.booked_on > ${day}))::bigint AS cents`.execute(db);
  return rows[0]?.cents ?? 0;
}

export interface OwedInvoice {
  number: number;
  issuedOn: Day;
  cents: number;
}

/** The rest to pay of each invoice at the end of a day. Invoices that were reported elsewhere are not in these books. */
export async function readOwedOn(db: Db, day: Day): Promise<OwedInvoice[]> {
  const { rows } = await sql<OwedInvoice>`
    WITH owed AS (
      SELECT invoice_id, sum(cents)::bigint AS cents FROM (
        SELECT id AS invoice_id, amount_cents - paid_cents AS cents FROM invoices
        WHERE ${whereOpen('invoices')} AND NOT reported_elsewhere
        UNION ALL
        SELECT invoice_id, -owed_cents FROM invoice_changes WHERE booked_on > ${day}
        UNION ALL
        SELECT e.record_id, -l.cents FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        WHERE e.booked_on > ${day} AND e.record_kind = 'invoice' AND ${sqlPaysRecord}
      ) AS parts GROUP BY invoice_id HAVING sum(cents) <> 0
    )
    SELECT b.invoice_number AS number, b.day AS "issuedOn", o.cents
    FROM owed AS o CROSS JOIN LATERAL (
      SELECT invoice_number, day FROM invoice_changes WHERE invoice_id = o.invoice_id
      ORDER BY event = 'issued' DESC, day LIMIT 1
    ) AS b
    ORDER BY b.day, b.invoice_number`.execute(db);
  return rows;
}

export interface Balance {
  opening: number;
  closing: number;
}
