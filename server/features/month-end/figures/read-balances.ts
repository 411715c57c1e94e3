import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Balances of a day come from the records as they are now, less what was booked since. So they prove the
 * movements: these come from the bookings alone.
 */
export async function readCreditsOn(db: Db, day: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT (SELECT coalesce(sum(credit_cents), 0) FROM payments WHERE credit_cents > 0)
      - (SELECT coalesce(sum(credits_cents), 0) FROM bookings WHERE booked_on > ${day}) AS cents`.execute(
    db,
  );
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
      SELECT invoice_id, sum(cents) AS cents FROM (
        SELECT id AS invoice_id, amount_cents - paid_cents AS cents FROM invoices
        WHERE ${whereOpen('invoices')} AND NOT reported_elsewhere
        UNION ALL
        SELECT invoice_id, -owed_cents FROM bookings WHERE booked_on > ${day} AND owed_cents <> 0
      ) AS parts GROUP BY invoice_id HAVING sum(cents) <> 0
    )
    SELECT b.invoice_number AS number, b.day AS "issuedOn", o.cents
    FROM owed AS o CROSS JOIN LATERAL (
      SELECT invoice_number, day FROM bookings WHERE invoice_id = o.invoice_id
      ORDER BY event = 'issued' DESC, day LIMIT 1
    ) AS b
    ORDER BY b.day, b.invoice_number`.execute(db);
  return rows;
}

export interface Balance {
  opening: number;
  closing: number;
}
