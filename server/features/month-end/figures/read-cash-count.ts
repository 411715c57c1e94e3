import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** The last count of the cash in a month, and what the books had then. Cents. */
export interface CashCount {
  day: Day;
  counted: number;
  books: number;
}

export async function readCashCount(db: Db, first: Day, last: Day): Promise<CashCount | null> {
  const { rows } = await sql<CashCount>`
    SELECT c.day, c.cents AS counted, (
      SELECT coalesce(sum(l.cents), 0)::bigint FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
      WHERE l.account = 'cash' AND e.booked_on <= c.day) AS books
    FROM cash_counts AS c WHERE c.day BETWEEN ${first} AND ${last} ORDER BY c.day DESC LIMIT 1`.execute(
    db,
  );
  return rows[0] ?? null;
}
