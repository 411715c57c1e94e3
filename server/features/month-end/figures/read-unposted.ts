import { type RawBuilder, sql } from 'kysely';
import { type Day, dayOf } from '#contract/days.ts';
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthOf,
  monthsBetween,
} from '#contract/month-end/periods.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { firstMonth, lastClosedMonth } from '../queries.ts';
import {
  changesOf,
  deferredDays,
  type OfType,
  readDeferredAt,
  readPosted,
} from './read-deferred.ts';

/** A line that closing an open month would post. */
export interface UnpostedLine {
  booked_on: Day;
  account: 'membership' | 'deferred';
  of_id: string | null;
  cents: number;
}

interface Asked {
  upTo: Month;
  at: Date;
}

/**
 * What closing the open months up to this one would post now, so that they can stand beside closed months. A month that
 * has not begun posts nothing.
 */
export async function readUnposted(db: Db, asked: Asked): Promise<UnpostedLine[]> {
  return (await readOpenMonths(db, asked, [])).unposted;
}

interface OpenMonths {
  unposted: UnpostedLine[];
  /** For `readDeferred`. Only of months that are `shown`, and have begun. */
  deferred: Map<Month, OfType[][]>;
}

/** Reads all fees once. */
export async function readOpenMonths(
  db: Db,
  { upTo, at }: Asked,
  shown: readonly Month[],
): Promise<OpenMonths> {
  const closed = await lastClosedMonth(db);
  const first = closed === null ? await firstMonth(db) : addMonths(closed, 1);
  const now = monthOf(dayOf(at));
  const last = upTo < now ? upTo : now;
  if (first === null || first > last) return { unposted: [], deferred: new Map() };
  const { shows_deferred: isWanted } = await db
    .selectFrom('book_settings')
    .select('shows_deferred')
    .executeTakeFirstOrThrow();
  const months = isWanted ? monthsBetween(first, last) : [first];
  const asked = months.map((month) => {
    const period = { first: firstDayOf(month), last: lastDayOf(month) };
    return { month, days: deferredDays(period).slice(shown.includes(month) ? 0 : -1) };
  });
  const read = isWanted
    ? await readDeferredAt(
        db,
        asked.flatMap(({ days }) => days),
      )
    : [];
  const deferred = new Map(asked.map(({ month, days }) => [month, read.splice(0, days.length)]));
  let posted = await readPosted(db, firstDayOf(first));
  const lines: UnpostedLine[] = [];
  for (const month of months) {
    const later = deferred.get(month)?.at(-1) ?? [];
    const booked_on = lastDayOf(month);
    for (const [of_id, cents] of changesOf(later, posted)) {
      lines.push({ booked_on, of_id, account: 'membership', cents });
      lines.push({ booked_on, of_id, account: 'deferred', cents: -cents });
    }
    posted = later;
  }
  const ofShown = [...deferred].filter(([month]) => isWanted && shown.includes(month));
  return { unposted: lines, deferred: new Map(ofShown) };
}

/** `unposted` as rows of a query. */
export const unpostedRows = (lines: readonly UnpostedLine[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
    AS l (booked_on date, account text, of_id uuid, cents bigint)`;

/** The lines of the ledger, and those that are not posted yet. */
export const linesWith = (unposted: readonly UnpostedLine[]): RawBuilder<unknown> => sql`(
  SELECT e.booked_on, e.kind, e.source_id, l.account, l.of_id, l.cents
  FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
  UNION ALL SELECT l.booked_on, 'deferred', NULL, l.account, l.of_id, l.cents FROM ${unpostedRows(unposted)})`;
