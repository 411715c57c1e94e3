import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface CardFees {
  cents: number;
  /** Of closed months, posted after they were closed. */
  late: number;
  /** The last day of which the list was read. Null if it never was. */
  coveredTo: Day | null;
}

export async function readCardFees(
  db: Db,
  first: Day,
  last: Day,
): Promise<Pick<CardFees, 'cents' | 'late'>> {
  const { rows } = await sql<{ cents: number; late: number }>`
    SELECT coalesce(sum(l.cents) FILTER (WHERE e.day >= ${first}), 0)::bigint AS cents,
      coalesce(sum(l.cents) FILTER (WHERE e.day < ${first}), 0)::bigint AS late
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.booked_on BETWEEN ${first} AND ${last} AND l.account = 'fees'`.execute(db);
  return rows[0] ?? { cents: 0, late: 0 };
}

export async function readComparedTo(db: Db): Promise<Day | null> {
  const latest = await db
    .selectFrom('provider_comparisons')
    .select('to_day')
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.to_day ?? null;
}
