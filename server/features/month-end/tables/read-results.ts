import { sql } from 'kysely';
import { addMonths as addMonthsToDay } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthsOf,
  yearOf,
} from '#contract/month-end/periods.ts';
import { type AccountKind, sqlResultKinds } from '#server/features/ledger/accounts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { linesWith, type UnpostedLine } from '../figures/read-unposted.ts';

/** Income or expenses of an account in a month and beside it. Cents, credits above zero. */
export interface Result {
  account: AccountKind;
  /** The member type, if there are several. */
  of: string | null;
  name: string | null;
  month: number;
  monthBefore: number;
  yearBefore: number;
  /** From the beginning of the financial year to the end of the month. */
  soFar: number;
}

interface Asked {
  month: Month;
  yearEndMonth: number;
  /** While the month runs, the year before is read up to the same day. */
  today: Day;
  unposted: readonly UnpostedLine[];
}

/** From the entries, which stay as they are in closed months. */
export async function readResults(
  db: Db,
  { month, yearEndMonth, today, unposted }: Asked,
): Promise<Result[]> {
  const [yearBegins = month] = monthsOf(yearOf(month, yearEndMonth), yearEndMonth);
  const ranges = {
    month: [month, month],
    monthBefore: [addMonths(month, -1), addMonths(month, -1)],
    yearBefore: [addMonths(month, -12), addMonths(month, -12)],
    soFar: [yearBegins, month],
  } as const;
  const sameDay = addMonthsToDay(today, -12);
  const within = (name: keyof typeof ranges) => {
    const [first, last] = [firstDayOf(ranges[name][0]), lastDayOf(ranges[name][1])];
    const days = sql`l.booked_on BETWEEN ${first} AND ${last}`;
    if (name !== 'yearBefore' || today >= lastDayOf(month)) return days;
    // The fees for later days are those of the whole month, as in the month that runs.
    const isBegun = sameDay >= first;
    return sql`(${days} AND (l.booked_on <= ${sameDay} OR l.kind = 'deferred' AND ${isBegun}))`;
  };
  const sumOf = (name: keyof typeof ranges) =>
    sql`coalesce(-sum(l.cents) FILTER (WHERE ${within(name)}), 0)::bigint AS ${sql.ref(name)}`;
  const names = Object.keys(ranges) as (keyof typeof ranges)[];
  const { rows } = await sql<Result>`
    SELECT l.account, l.of_id AS of, t.name, ${sql.join(names.map(sumOf))}
    FROM ${linesWith(unposted)} AS l
    LEFT JOIN member_types AS t ON t.id = l.of_id
    WHERE l.account IN ${sqlResultKinds}
      AND (${sql.join(
        names.map((name) => sql`${within(name)}`),
        sql` OR `,
      )})
    GROUP BY l.account, l.of_id, t.name
    ORDER BY l.account, t.name, l.of_id`.execute(db);
  return rows;
}
