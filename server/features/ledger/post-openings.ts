import { sql } from 'kysely';
import { type Day, dayOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Account } from './accounts.ts';
import { type Entry, post, type Posting } from './post.ts';
import { difference, type PostedSum } from './posted.ts';

/** The balance with which an account began. Bank accounts in another currency than rand have none. */
export interface Opening {
  account: 'bank' | 'cash' | 'payfast';
  bankAccountId: string | null;
  /** Of the bank account. */
  name: string | null;
  /** The day before the first statement of the bank account. Null: no statement is here. */
  dayBefore: Day | null;
  /** The balance of the first statement comes before one that was entered. Null: nobody knows it. */
  source: 'statement' | 'entered' | null;
  /** At the end of this day. */
  day: Day | null;
  cents: number | null;
}

interface StoredOpening extends Opening {
  /** The source of its entries. */
  sourceId: string;
  /** Of its lines in the ledger. Null: the bank account that takes EFT, or not a bank account. */
  of: string | null;
}

export async function readOpenings({ db }: { db: Db }): Promise<StoredOpening[]> {
  const { rows } = await sql<StoredOpening>`
    SELECT a.*, coalesce(a."bankAccountId", md5('opening balance ' || a.account)::uuid) AS "sourceId",
      CASE WHEN a.stated IS NOT NULL THEN 'statement' WHEN o.day IS NOT NULL THEN 'entered' END AS source,
      CASE WHEN a.stated IS NOT NULL THEN a."dayBefore" ELSE o.day END AS day, coalesce(a.stated, o.cents) AS cents
    FROM (
      SELECT 'bank' AS account, b.id AS "bankAccountId", CASE WHEN b.takes_eft THEN NULL ELSE b.id END AS of,
        b.bank || ' ' || b.number AS name, s.from_day - 1 AS "dayBefore", s.opening_cents AS stated
      FROM bank_accounts AS b LEFT JOIN LATERAL (
        SELECT from_day, opening_cents FROM bank_statements
        WHERE account_id = b.id AND state = 'imported' AND coalesce(currency, 'ZAR') = 'ZAR'
        ORDER BY from_day, to_day LIMIT 1
      ) AS s ON true
      UNION ALL SELECT 'cash', NULL, NULL, NULL, NULL, NULL
      UNION ALL SELECT 'payfast', NULL, NULL, NULL, NULL, NULL
    ) AS a LEFT JOIN opening_balances AS o
      ON o.account = a.account AND o.bank_account_id IS NOT DISTINCT FROM a."bankAccountId"
      -- What was entered for a later day does not have the first lines.
      AND (a.account <> 'bank' OR o.day <= a."dayBefore")
    ORDER BY a.account, a.name`.execute(db);
  return rows;
}

/**
 * Brings accounts to the balances with which they began. What was posted up to that day is a part of the balance. A repeat
 * posts what has changed since.
 */
export async function postOpenings(
  ctx: Context,
  isChosen: (opening: StoredOpening) => boolean = () => true,
): Promise<void> {
  const openings = (await readOpenings(ctx)).filter(isChosen);
  if (openings.length === 0) return;
  // Closing a month posts them, too. What is posted is read after it.
  await sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.closeMonth})`.execute(ctx.db);
  const posted = await readPostedUpTo(ctx, openings);
  await post(
    ctx,
    openings.flatMap((opening) => missingOf(opening, posted.get(opening.sourceId))),
  );
}

/**
 * What is missing for the account to have its balance at the beginning in each month: what was booked of days before is
 * taken out on the day on which it was booked.
 */
function missingOf(
  { sourceId, account, of, day, cents }: StoredOpening,
  { from = '', others = [], own = [] }: Partial<PostedUpTo> = {},
): Entry[] {
  const both = (moved: number): Posting[] => [
    [{ kind: account, of }, moved],
    [{ kind: 'opening' }, -moved],
  ];
  const wanted = new Map<string, Posting[]>();
  if (day !== null && cents !== null) {
    wanted.set(`${day} ${from}`, both(cents));
    for (const { bookedOn, cents: moved } of others) {
      const key = `${day} ${bookedOn}`;
      wanted.set(key, [...(wanted.get(key) ?? []), ...both(-moved)]);
    }
  }
  const posted = Map.groupBy(own, (sum) => `${sum.day} ${sum.bookedOn}`);
  return [...new Set([...wanted.keys(), ...posted.keys()])].map((key) => {
    const [entryDay = '', bookedFrom = ''] = key.split(' ');
    return {
      kind: 'opening',
      day: entryDay,
      bookedFrom,
      sourceId,
      postings: difference(wanted.get(key) ?? [], posted.get(key) ?? []),
    };
  });
}

/** Money that was posted, taken back or matched with a line. */
export interface MovedMoney {
  account: Account;
  day: Day;
}

/**
 * What is posted of a day before an account began is in its first balance. Called after a change of such money. Money of
 * today costs no statement: no account begins later.
 */
export async function postOpeningsOf(ctx: Context, moved: readonly MovedMoney[]): Promise<void> {
  const past = moved.filter(({ day }) => day < dayOf(ctx.at));
  if (past.length === 0) return;
  await postOpenings(ctx, (opening) =>
    past.some(({ account: { kind, of = null }, day }) => {
      const isOf = of === opening.of || of === opening.bankAccountId;
      return kind === opening.account && isOf && opening.day !== null && day <= opening.day;
    }),
  );
}

interface PostedUpTo {
  /** The first day on which it can be booked. */
  from: Day;
  /** Of the account. */
  others: { bookedOn: Day; cents: number }[];
  /** The entries of the source itself. */
  own: (PostedSum & { bookedOn: Day })[];
}

/**
 * By source, what others have posted up to the day, by the day on which it was booked. In one snapshot with what the source
 * itself has: lines of several calls are matched at once, and each posts what it changes.
 */
async function readPostedUpTo(
  { db }: Context,
  openings: readonly StoredOpening[],
): Promise<Map<string, PostedUpTo>> {
  const { rows } = await sql<PostedUpTo & { sourceId: string }>`
    SELECT o."sourceId", f.day AS "from", coalesce(p.others, '[]') AS others, coalesce(w.own, '[]') AS own
    FROM jsonb_to_recordset(${JSON.stringify(openings)}::jsonb)
      AS o ("sourceId" uuid, account text, of uuid, day date)
    CROSS JOIN LATERAL (SELECT greatest(ledger_day(o.day, NULL), min(e.booked_on)) AS day
      FROM ledger_entries AS e WHERE e.source_id = o."sourceId" AND e.day = o.day) AS f
    CROSS JOIN LATERAL (SELECT json_agg(json_build_object('bookedOn', p.booked_on, 'cents', p.cents)) AS others
      FROM (
        SELECT greatest(e.booked_on, f.day) AS booked_on, sum(l.cents) AS cents
        FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
        WHERE l.account = o.account AND l.of_id IS NOT DISTINCT FROM o.of
          AND e.day <= o.day AND e.source_id <> o."sourceId"
          -- Recorded before, and on a statement after it. What a match moved into this account and back is of its line.
          AND (o.account <> 'bank' OR e.source_id NOT IN (
            SELECT v.id FROM bank_matches AS m JOIN bank_lines AS b ON b.id = m.line_id
            CROSS JOIN LATERAL (VALUES (m.id), (m.payment_id), (m.credit_use_id)) AS v (id)
            WHERE m.kind IN ('recorded', 'refund') AND (m.reversed_at IS NULL OR v.id = m.id) AND v.id IS NOT NULL
              AND b.account_id = o."sourceId" AND b.day > o.day))
        GROUP BY 1 HAVING sum(l.cents) <> 0
      ) AS p
    ) AS p
    CROSS JOIN LATERAL (SELECT json_agg(json_build_object('sourceId', o."sourceId", 'day', w.day, 'bookedOn', w.booked_on,
      'account', w.account, 'of', w.of_id, 'cents', w.cents, 'isReturn', false) ORDER BY w.day, w.booked_on) AS own
      FROM (
        SELECT e.day, greatest(e.booked_on, CASE WHEN e.day = o.day THEN f.day ELSE ledger_day(e.day, NULL) END) AS booked_on,
          l.account, l.of_id, sum(l.cents) AS cents
        FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        WHERE e.source_id = o."sourceId" GROUP BY 1, 2, 3, 4 HAVING sum(l.cents) <> 0
      ) AS w
    ) AS w`.execute(db);
  return new Map(rows.map(({ sourceId, ...posted }) => [sourceId, posted]));
}
