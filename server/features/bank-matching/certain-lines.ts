import { type RawBuilder, sql } from 'kysely';
import { bookedAtOnce, type Certainty } from '#contract/bank-matching/endpoints.ts';
import type { Day } from '#contract/days.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Lines that were certain, and whose records have changed since: there is another balance, or a payment was recorded, also
 * one that was undone again. They are judged again with the others. product-rules 25.4.
 */
const sqlNoLongerCertain = sql`
  SELECT c.id FROM bank_lines AS c
  WHERE c.state = 'open' AND c.certainty = 'certain' AND c.certain_records <> '{}' AND (
    c.amount_cents - c.booked_cents <> (
      SELECT coalesce(sum(r.cents), 0) FROM (
        SELECT i.amount_cents - i.paid_cents AS cents FROM invoices AS i
        WHERE i.id = ANY (c.certain_records) AND ${whereOpen('i')}
        UNION ALL
        SELECT d.amount_cents - d.paid_cents FROM donations AS d
        WHERE d.id = ANY (c.certain_records) AND d.payment_id IS NULL AND d.withdrawn_at IS NULL) AS r)
    OR EXISTS (
      SELECT FROM unnest(c.certain_records) AS r (id)
      WHERE EXISTS (SELECT FROM payments WHERE invoice_id = r.id AND recorded_at > c.judged_at)
        OR EXISTS (SELECT FROM payments WHERE donation_id = r.id AND recorded_at > c.judged_at)))`;

/** Of the certain lines for one record, all but the first, with the day of that one. */
const sqlLaterOfRecord = sql`
  SELECT o.id, min(o.day) AS day FROM (
    SELECT b.id, row_number() OVER in_order AS place, first_value(b.day) OVER in_order AS day
    FROM bank_lines AS b, unnest(b.certain_records) AS r (id)
    WHERE b.state = 'open' AND b.certainty = 'certain'
    WINDOW in_order AS (PARTITION BY r.id ORDER BY b.day, b.row_number, b.id)) AS o
  WHERE o.place > 1 GROUP BY 1`;

/** Lines that are certain by themselves and count as likely. */
export const sqlNotCertain = sql`(${sqlNoLongerCertain} UNION ALL SELECT id FROM (${sqlLaterOfRecord}) AS l)`;

/** By line, the day of the certain line that comes first for a record of it. */
export async function daysOfFirst(db: Db, ids: readonly string[]): Promise<Map<string, Day>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; day: Day }>`
    SELECT id, day FROM (${sqlLaterOfRecord}) AS l WHERE id = ANY (${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** Of an open line `l`. One that is no longer certain counts as likely. */
export function whereCertainty(certainty: Certainty): RawBuilder<boolean> {
  if (certainty === 'certain') {
    return sql`l.certainty = 'certain' AND l.id NOT IN ${sqlNotCertain}`;
  }
  if (certainty === 'likely') {
    return sql`(l.certainty = 'likely' OR l.id IN ${sqlNotCertain})`;
  }
  return sql`l.certainty = ${certainty}`;
}

const whereCertain = sql<boolean>`l.state = 'open' AND ${whereCertainty('certain')}`;

/** The oldest ones, as many as are booked in one call. */
export async function certainIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('bank_lines as l')
    .select('l.id')
    .where(whereCertain)
    .orderBy('l.day')
    .orderBy('l.row_number')
    .limit(bookedAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countCertain(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('bank_lines as l')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(whereCertain)
    .executeTakeFirstOrThrow();
  return count;
}
