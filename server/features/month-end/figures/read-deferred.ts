import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { post, type Posting } from '#server/features/ledger/post.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Balance } from './read-balances.ts';

/** The part of the membership fees that pays for later days. Cents. */
export interface DeferredFigures extends Balance {
  /** Of a period: the end of its last month that has begun. */
  upTo?: Day;
  moved: DeferredMovement;
}

export interface DeferredMovement {
  /** Of the fees of the month. */
  added: number;
  /** What the days of the month earned of earlier fees. */
  passed: number;
  /** What the records say of the end of the month before now, less what that month was closed with. */
  late: number;
  /** Of fees of closed months, in the first month after them in which it is wanted. Missing: none. */
  begun?: number;
  /** Of a month in which it is not wanted any more. Missing: it was wanted. */
  released?: number;
}

interface Month {
  first: Day;
  last: Day;
  /** The month before is closed. */
  isAfterClosed: boolean;
  /** It was not wanted when that one was closed. */
  isNew: boolean;
}

/** What `readDeferred` reads of a month: one pass can read them of many. */
export function deferredDays({ first, last }: { first: Day; last: Day }): DeferredDay[] {
  const eve = addDays(first, -1);
  return [
    { paidTo: eve, laterThan: eve },
    { paidTo: eve, laterThan: last },
    { paidTo: last, laterThan: last },
  ];
}

/**
 * Undone payments and merges take away periods, and no entry says so. A month therefore opens with what is posted of
 * closed months, so that the journals add up, and what has changed since is booked late. `parts` are of `deferredDays`.
 */
export async function readDeferred(
  db: Db,
  { first, last, isAfterClosed, isNew }: Month,
  parts?: OfType[][],
): Promise<DeferredFigures> {
  const [before = [], kept = [], now = []] =
    parts ?? (await readDeferredAt(db, deferredDays({ first, last })));
  const opening = sumOf(isAfterClosed ? await readPosted(db, first) : before);
  const changed = sumOf(before) - opening;
  return {
    opening,
    closing: sumOf(now),
    moved: {
      added: sumOf(now) - sumOf(kept),
      passed: sumOf(kept) - sumOf(before),
      late: isNew ? 0 : changed,
      ...(isNew && { begun: changed }),
    },
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
  const [wanted = []] = isWanted
    ? await readDeferredAt(ctx.db, [{ paidTo: last, laterThan: last }])
    : [];
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

interface DeferredDay {
  /** Fees received up to this day, with the periods of then. */
  paidTo: Day;
  /** The part that pays for later days than this one. */
  laterThan: Day;
}

/** For each of the days, by the member type of the entries. One pass for all of them: each reads all fees. */
export async function readDeferredAt(db: Db, days: readonly DeferredDay[]): Promise<OfType[][]> {
  const earliest = days.map(({ laterThan }) => laterThan).toSorted()[0] ?? null;
  const { rows } = await sql<OfType & { place: number }>`
    WITH period AS (
      SELECT * FROM (
        SELECT m.invoice_id, m.starts_on, m.ends_on, coalesce(e.until, '-infinity') AS known_from, 'infinity'::date AS known_until
        FROM membership_periods AS m LEFT JOIN (
          SELECT invoice_id, max(until) AS until FROM earlier_periods GROUP BY 1) AS e USING (invoice_id)
        UNION ALL
        SELECT invoice_id, starts_on, ends_on, lag(until, 1, '-infinity') OVER (PARTITION BY invoice_id ORDER BY until, id), until
        FROM earlier_periods
      ) AS known WHERE ends_on > ${earliest}
    ), fee AS (
      -- What is received up to a day is the same until the day of the next entry.
      SELECT record_id AS invoice_id, of_id, booked_on, sum(cents) OVER so_far AS cents,
        lead(booked_on, 1, 'infinity') OVER so_far AS until
      FROM (
        SELECT e.record_id, l.of_id, e.booked_on, -sum(l.cents) AS cents FROM ${feesOf}
        WHERE l.account = 'membership' AND e.record_id IN (SELECT invoice_id FROM period) GROUP BY 1, 2, 3
      ) AS f WINDOW so_far AS (PARTITION BY record_id, of_id ORDER BY booked_on)
    ), p AS MATERIALIZED (
      -- Otherwise the days multiply the periods before these meet their fees.
      SELECT * FROM period JOIN fee USING (invoice_id)
    )
    SELECT d.place, p.of_id AS "memberTypeId", sum(${laterPart(sql`p.cents`, sql`d."laterThan"`)})::bigint AS cents
    FROM p JOIN jsonb_to_recordset(${JSON.stringify(days.map((day, place) => ({ ...day, place })))}::jsonb)
      AS d (place integer, "paidTo" date, "laterThan" date)
      ON d."paidTo" >= p.booked_on AND d."paidTo" < p.until AND d."paidTo" >= p.known_from AND d."paidTo" < p.known_until
        AND d."laterThan" < p.ends_on
    GROUP BY 1, 2`.execute(db);
  const ofDay = Map.groupBy(rows, ({ place }) => place);
  return days.map((_, place) => ofDay.get(place) ?? []);
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

/** The fees that `readDeferredAt` adds up. */
export async function readDeferredFees(db: Db, day: Day): Promise<DeferredFee[]> {
  const { rows } = await sql<DeferredFee>`
    SELECT i.number, coalesce(t.name, '') AS type, p.starts_on AS "startsOn", p.ends_on AS "endsOn", b.cents::bigint AS received,
      ${laterPart(sql`b.cents`, sql`${day}::date`)}::bigint AS cents
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

/** Of a fee of the period `p`: the part for its days after this one. */
function laterPart(cents: RawBuilder<unknown>, day: RawBuilder<unknown>) {
  return sql`round((${cents}) * greatest(0, p.ends_on - greatest(${day}, p.starts_on - 1))::numeric
    / (p.ends_on - p.starts_on + 1))`;
}
