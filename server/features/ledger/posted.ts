import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import type { AccountKind } from './accounts.ts';
import { type Posting, sqlPaymentOf, sqlPaysRecord } from './post.ts';

/** What the entries of a source and a day add up to in an account. */
export interface PostedSum {
  sourceId: string;
  day: Day;
  account: AccountKind;
  of: string | null;
  cents: number;
  /** The money went back. */
  isReturn: boolean;
}

/** The first day first. What was taken back again is left out. */
export async function readPosted(
  { db }: Pick<Context, 'db'>,
  sourceIds: readonly string[],
): Promise<PostedSum[]> {
  const { rows } = await sql<PostedSum>`
    SELECT e.source_id AS "sourceId", e.day, l.account, l.of_id AS of, sum(l.cents)::bigint AS cents,
      e.kind = 'returned' AS "isReturn"
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.source_id = ANY (${sourceIds}::uuid[])
    GROUP BY e.source_id, e.day, l.account, l.of_id, e.kind = 'returned' HAVING sum(l.cents) <> 0
    ORDER BY e.day, min(e.id)`.execute(db);
  return rows;
}

interface Counting {
  invoiceId: string;
  /** What counts, and the day of it. */
  cents: number;
  day: Day;
  /** The payment whose money it is. What it has posted does not matter. */
  money: string;
}

/**
 * The day in the books from which on an invoice needs all of an amount, if that is after the day of the amount: until then
 * it was not issued, was void or written off, or was paid with other money, which went back. Null: it needs it at once.
 */
export async function readNeededFrom(
  { db }: Pick<Context, 'db'>,
  { invoiceId, cents, day, money }: Counting,
): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    WITH changes (day, owed, paid) AS (
      SELECT booked_on, owed_cents, 0 FROM invoice_changes WHERE invoice_id = ${invoiceId}
      UNION ALL
      SELECT e.booked_on, 0, -l.cents FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE e.record_id = ${invoiceId} AND ${sqlPaysRecord} AND ${sqlPaymentOf('e.source_id')} <> ${money}
    ), before (cents) AS (
      -- What was reported elsewhere has no changes.
      SELECT CASE WHEN EXISTS (SELECT FROM changes WHERE owed <> 0) THEN 0 ELSE amount_cents END
      FROM invoices WHERE id = ${invoiceId}
    )
    SELECT max(d.day) AS day FROM (
      SELECT day, b.cents + coalesce(sum(sum(owed - paid)) OVER (ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS rest
      FROM changes CROSS JOIN before AS b GROUP BY day, b.cents
    ) AS d WHERE d.rest < ${cents} AND d.day > ledger_day(${day}, ${money})`.execute(db);
  return rows[0]?.day ?? null;
}

export function postingOf({ account, of, cents }: PostedSum): Posting {
  return [{ kind: account, of }, cents];
}

/** The posting that takes back what is posted. */
export const takenBack = (sum: PostedSum): Posting => postingOf({ ...sum, cents: -sum.cents });

/** What is missing for the sums to become what is wanted. */
export const difference = (wanted: readonly Posting[], posted: readonly PostedSum[]): Posting[] =>
  together([...wanted, ...posted.map(takenBack)]);

/** One posting for each account. */
export function together(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>();
  for (const [account, cents] of postings) {
    const key = `${account.kind} ${account.of ?? ''}`;
    sums.set(key, [account, (sums.get(key)?.[1] ?? 0) + cents]);
  }
  return [...sums.values()];
}
