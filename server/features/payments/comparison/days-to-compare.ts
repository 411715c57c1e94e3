import { addDays } from '#contract/calendar.ts';
import { dayOf, formatTime, type Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Late captures and reversals appear on these days. */
const usualDays = 4;
/** After a long pause. The month before is compared as a whole anyway. */
const mostDays = 31;

/** The night that it is in Johannesburg, if it is one: people are rarely at work then. */
export function nightOf(at: Date): Day | null {
  const time = formatTime(at.toISOString()).slice(11);
  return time >= '02:00' && time < '05:00' ? dayOf(at) : null;
}

export interface DaysToCompare {
  from: Day;
  to: Day;
  /** The month before, unless it was compared as a whole: its first day. */
  month: Day | null;
}

/** The last four days, and those since the last comparison. An administrator's has today, too. */
export async function daysToCompare(
  db: Db,
  at: Date,
  { night }: { night: string | null },
): Promise<DaysToCompare> {
  const today = dayOf(at);
  const { latest } = await db
    .selectFrom('provider_comparisons')
    .select(({ fn }) => fn.max('to_day').as('latest'))
    .where('finished_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const usual = addDays(today, -usualDays);
  const since = latest === null ? usual : addDays(latest, -(usualDays - 2));
  const earliest = addDays(today, -mostDays);
  const from = [usual, since].toSorted()[0] ?? usual;
  const month = `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
  return {
    from: from < earliest ? earliest : from,
    to: night === null ? today : addDays(today, -1),
    month: night === null || (await isMonthCompared(db, month)) ? null : month,
  };
}

async function isMonthCompared(db: Db, month: Day): Promise<boolean> {
  const row = await db
    .selectFrom('provider_comparisons')
    .select('id')
    .where('month', '=', month)
    .where('finished_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function daysBetween(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
