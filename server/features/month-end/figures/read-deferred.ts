import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Balance } from './read-balances.ts';

/** The part of the membership fees that pays for later days. Cents. */
export interface DeferredFigures extends Balance {
  moved: DeferredMovement;
}

export interface DeferredMovement {
  /** Of the fees of the month. */
  added: number;
  /** What the days of the month earned of earlier fees. */
  passed: number;
  /** What the records say of the end of the month before now, less what that month was closed with. */
  late: number;
}

interface Month {
  first: Day;
  last: Day;
  /** The month before is closed. */
  isAfterClosed: boolean;
}

/**
 * Periods are deleted and merged, and no booking says so. A month therefore opens with what was closed,
 * so that the journals add up, and what has changed since is booked late.
 */
export async function readDeferred(
  db: Db,
  { first, last, isAfterClosed }: Month,
): Promise<DeferredFigures> {
  const before = await readDeferredOn(db, addDays(first, -1));
  const opening = isAfterClosed ? await readLastClosed(db, first) : before;
  return {
    opening,
    closing: await readDeferredOn(db, last),
    moved: { ...(await readMovement(db, first, last)), late: before - opening },
  };
}

/** What the journals of the closed months add up to, also if it was not wanted for a while. */
async function readLastClosed(db: Db, first: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT (figures -> 'deferred' ->> 'closing')::bigint AS cents FROM closed_months
    WHERE reopened_at IS NULL AND month < ${first} AND jsonb_typeof(figures -> 'deferred') = 'object'
    ORDER BY month DESC LIMIT 1`.execute(db);
  return rows[0]?.cents ?? 0;
}

async function readDeferredOn(db: Db, day: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(${laterPart(sql`b.cents`, day)}), 0)::bigint AS cents
    FROM membership_periods AS p CROSS JOIN LATERAL (
      SELECT sum(income_cents) AS cents FROM bookings
      WHERE invoice_id = p.invoice_id AND booked_on <= ${day}
    ) AS b
    WHERE p.ends_on > ${day} AND p.invoice_id IS NOT NULL`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** From the bookings before and in the month, so that it proves the balances. */
async function readMovement(
  db: Db,
  first: Day,
  last: Day,
): Promise<Pick<DeferredMovement, 'added' | 'passed'>> {
  const [all, earlier] = [sql`b.earlier + b.now`, sql`b.earlier`];
  const kept = laterPart(earlier, last);
  const { rows } = await sql<{ added: number; passed: number }>`
    SELECT coalesce(sum(${laterPart(all, last)} - ${kept}), 0)::bigint AS added,
      coalesce(sum(${kept} - ${laterPart(earlier, addDays(first, -1))}), 0)::bigint AS passed
    FROM membership_periods AS p CROSS JOIN LATERAL (
      SELECT coalesce(sum(income_cents) FILTER (WHERE booked_on < ${first}), 0) AS earlier,
        coalesce(sum(income_cents) FILTER (WHERE booked_on BETWEEN ${first} AND ${last}), 0) AS now
      FROM bookings WHERE invoice_id = p.invoice_id
    ) AS b
    WHERE p.ends_on >= ${first} AND p.invoice_id IS NOT NULL`.execute(db);
  return rows[0] ?? { added: 0, passed: 0 };
}

/** Of a fee: the part for the days of its period that are after this one. */
function laterPart(cents: ReturnType<typeof sql>, day: Day) {
  return sql`round((${cents})
    * greatest(0, p.ends_on - greatest(${day}::date, p.starts_on - 1))::numeric
    / (p.ends_on - p.starts_on + 1))`;
}
