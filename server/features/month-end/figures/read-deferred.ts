import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { post, type Posting } from '#server/features/ledger/post.ts';
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
  /** Of a month in which it is not wanted any more. Missing: it was wanted. */
  released?: number;
}

interface Month {
  first: Day;
  last: Day;
  /** The month before is closed. */
  isAfterClosed: boolean;
}

/**
 * Undone payments and merges take away periods, and no entry says so. A month therefore opens with what is posted of
 * closed months, so that the journals add up, and what has changed since is booked late.
 */
export async function readDeferred(
  db: Db,
  { first, last, isAfterClosed }: Month,
): Promise<DeferredFigures> {
  const before = sumOf(await readDeferredOn(db, addDays(first, -1)));
  const opening = isAfterClosed ? sumOf(await readPosted(db, first)) : before;
  return {
    opening,
    closing: sumOf(await readDeferredOn(db, last)),
    moved: { ...(await readMovement(db, first, last)), late: before - opening },
  };
}

/** If it is not wanted any more, what is posted of closed months is income of the first open one. Null: nothing is. */
export async function readReleased(db: Db, first: Day): Promise<DeferredFigures | null> {
  const opening = sumOf(await readPosted(db, first));
  if (opening === 0) return null;
  return { opening, closing: 0, moved: { added: 0, passed: 0, late: 0, released: -opening } };
}

export interface OfType {
  memberTypeId: string | null;
  cents: number;
}

const sumOf = (types: readonly OfType[]) => types.reduce((sum, { cents }) => sum + cents, 0);

/** What the journals of the closed months before a day add up to. */
export async function readPosted(db: Db, first: Day): Promise<OfType[]> {
  const { rows } = await sql<OfType>`
    SELECT l.of_id AS "memberTypeId", -sum(l.cents)::bigint AS cents
    FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
    WHERE l.account = 'deferred' AND (e.booked_on < ${first} OR e.kind = 'opening' AND e.booked_on = ${first})
    GROUP BY 1`.execute(db);
  return rows;
}

/**
 * Posts, at the end of a month that is being closed, by member type what is received and not yet earned, less what is
 * posted of the months before. If it is not wanted any more, all of that is earned. Reopening the month takes it back.
 */
export async function postDeferred(
  ctx: Context,
  {
    closingId,
    first,
    last,
    isWanted,
  }: { closingId: string; first: Day; last: Day; isWanted: boolean },
): Promise<void> {
  const wanted = isWanted ? await readDeferredOn(ctx.db, last) : [];
  const changes = changesOf(wanted, await readPosted(ctx.db, first));
  const postings = changes.flatMap(([of, cents]): Posting[] => [
    [{ kind: 'membership', of }, cents],
    [{ kind: 'deferred', of }, -cents],
  ]);
  await post(ctx, [{ kind: 'deferred', day: last, sourceId: closingId, postings }]);
}

/** By member type, without those that stay. */
export function changesOf(
  wanted: readonly OfType[],
  posted: readonly OfType[],
): [memberTypeId: string | null, cents: number][] {
  const changes = new Map<string | null, number>();
  const add = (types: readonly OfType[], sign: number) => {
    for (const { memberTypeId, cents } of types)
      changes.set(memberTypeId, (changes.get(memberTypeId) ?? 0) + sign * cents);
  };
  add(wanted, 1);
  add(posted, -1);
  return [...changes].filter(([, cents]) => cents !== 0);
}

/** Of fees received up to a day: what pays for later days of the periods of then, by the member type of their entries. */
export async function readDeferredOn(db: Db, day: Day): Promise<OfType[]> {
  const { rows } = await sql<OfType>`
    SELECT p.of_id AS "memberTypeId", sum(${laterPart(sql`p.cents`, 'p', day)})::bigint AS cents
    FROM (
      SELECT o.starts_on, o.ends_on, l.of_id, -sum(l.cents) AS cents
      FROM (${paidPeriodsOn(day)}) AS o JOIN ledger_entries AS e ON e.record_id = o.invoice_id AND e.booked_on <= ${day}
      JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account = 'membership'
      WHERE o.ends_on > ${day} GROUP BY o.invoice_id, o.starts_on, o.ends_on, l.of_id
    ) AS p GROUP BY 1`.execute(db);
  return rows;
}

export interface DeferredFee {
  number: number;
  type: string;
  startsOn: Day;
  endsOn: Day;
  /** Received for the period up to the day, and the part that pays for later days. */
  received: number;
  cents: number;
}

/** The fees that `readDeferredOn` adds up. */
export async function readDeferredFees(db: Db, day: Day): Promise<DeferredFee[]> {
  const { rows } = await sql<DeferredFee>`
    SELECT i.number, coalesce(t.name, '') AS type, p.starts_on AS "startsOn", p.ends_on AS "endsOn", b.cents::bigint AS received,
      ${laterPart(sql`b.cents`, 'p', day)}::bigint AS cents
    FROM (${paidPeriodsOn(day)}) AS p CROSS JOIN LATERAL (
      SELECT l.of_id, -sum(l.cents) AS cents FROM ${feesOf}
      WHERE e.record_id = p.invoice_id AND l.account = 'membership' AND e.booked_on <= ${day} GROUP BY 1
    ) AS b JOIN invoices AS i ON i.id = p.invoice_id LEFT JOIN member_types AS t ON t.id = b.of_id
    WHERE p.ends_on > ${day} AND b.cents <> 0 ORDER BY p.ends_on, i.number`.execute(db);
  return rows;
}

/** The periods of a day in the books, also those that ended or moved because money went back after it. */
export const periodsOn = (day: Day) => sql`
  SELECT m.invoice_id, m.member_id, m.member_type_id, m.starts_on, m.ends_on FROM membership_periods AS m
  WHERE NOT EXISTS (SELECT FROM earlier_periods AS e WHERE e.invoice_id = m.invoice_id AND e.until > ${day})
  UNION ALL (
    SELECT DISTINCT ON (e.invoice_id) e.invoice_id, i.member_id, i.member_type_id, e.starts_on, e.ends_on
    FROM earlier_periods AS e JOIN invoices AS i ON i.id = e.invoice_id
    WHERE e.until > ${day} ORDER BY e.invoice_id, e.until, e.id)`;

const paidPeriodsOn = (day: Day) =>
  sql`SELECT * FROM (${periodsOn(day)}) AS p WHERE p.invoice_id IS NOT NULL`;

const feesOf = sql`ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id`;

/** From the entries before and in the month, so that it proves the balances. */
async function readMovement(
  db: Db,
  first: Day,
  last: Day,
): Promise<Pick<DeferredMovement, 'added' | 'passed'>> {
  const eve = addDays(first, -1);
  const all = laterPart(sql`b.earlier + b.now`, 'p', last);
  const kept = laterPart(sql`b.earlier`, 'o', last);
  const { rows } = await sql<{ added: number; passed: number }>`
    SELECT coalesce(sum(${all} - ${kept}), 0)::bigint AS added,
      coalesce(sum(${kept} - ${laterPart(sql`b.earlier`, 'o', eve)}), 0)::bigint AS passed
    FROM (
      SELECT o.starts_on AS o_starts, o.ends_on AS o_ends, p.starts_on AS p_starts, p.ends_on AS p_ends,
        coalesce(-sum(l.cents) FILTER (WHERE e.booked_on < ${first}), 0) AS earlier,
        coalesce(-sum(l.cents) FILTER (WHERE e.booked_on >= ${first}), 0) AS now
      FROM (${paidPeriodsOn(eve)}) AS o FULL JOIN (${paidPeriodsOn(last)}) AS p USING (invoice_id)
      JOIN ledger_entries AS e ON e.record_id = invoice_id AND e.booked_on <= ${last}
      JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account = 'membership'
      WHERE greatest(o.ends_on, p.ends_on) >= ${first} GROUP BY invoice_id, 1, 2, 3, 4
    ) AS b
    CROSS JOIN LATERAL (SELECT b.o_starts AS starts_on, b.o_ends AS ends_on) AS o
    CROSS JOIN LATERAL (SELECT b.p_starts AS starts_on, b.p_ends AS ends_on) AS p`.execute(db);
  return rows[0] ?? { added: 0, passed: 0 };
}

/** Of a fee: the part for the days of its period that are after this one. */
function laterPart(cents: ReturnType<typeof sql>, period: 'o' | 'p', day: Day) {
  const [startsOn, endsOn] = [sql.ref(`${period}.starts_on`), sql.ref(`${period}.ends_on`)];
  return sql`coalesce(round((${cents}) * greatest(0, ${endsOn} - greatest(${day}::date, ${startsOn} - 1))::numeric
    / (${endsOn} - ${startsOn} + 1)), 0)`;
}
