import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { type Account, type AccountKind, incomeKinds } from './accounts.ts';
import { type EntryKind, post, type Posting } from './post.ts';

interface Source {
  /** The payment or the use of a credit. */
  id: string;
  /** The payment whose money it is. */
  paymentId: string;
}

/**
 * Takes back all that was posted for these sources, on their own days. What was reported elsewhere was never
 * posted, so nothing is.
 */
export async function postUndoing(
  ctx: Context,
  kind: 'undone' | 'use-undone',
  sources: readonly Source[],
): Promise<void> {
  await postOf(ctx, kind, sources, negated);
}

/** What payments posted as income is a credit from now on, on their own days. */
export async function postRelease(ctx: Context, paymentIds: readonly string[]): Promise<void> {
  const sources = paymentIds.map((id) => ({ id, paymentId: id }));
  await postOf(ctx, 'released', sources, (postings) => {
    const income = negated(postings.filter(([{ kind }]) => isIncome(kind)));
    return [...income, [{ kind: 'credits' }, -sumOf(income)]];
  });
}

async function postOf(
  ctx: Context,
  kind: EntryKind,
  sources: readonly Source[],
  postingsOf: (postings: Posting[]) => Posting[],
): Promise<void> {
  if (sources.length === 0) return;
  const paymentIds = new Map(sources.map(({ id, paymentId }) => [id, paymentId]));
  const bySource = Map.groupBy(
    await readPosted(ctx, [...paymentIds.keys()]),
    ({ sourceId }) => sourceId,
  );
  await post(
    ctx,
    [...bySource].map(([sourceId, sums]) => ({
      kind,
      day: sums[0]?.day ?? '',
      sourceId,
      paymentId: paymentIds.get(sourceId) ?? sourceId,
      postings: postingsOf(
        sums.map(({ account, of, cents }): Posting => [{ kind: account, of }, cents]),
      ),
    })),
  );
}

/** What the entries of a source add up to in an account. */
interface PostedSum {
  sourceId: string;
  day: Day;
  account: AccountKind;
  of: string | null;
  cents: number;
}

async function readPosted({ db }: Context, sourceIds: string[]): Promise<PostedSum[]> {
  const { rows } = await sql<PostedSum>`
    SELECT e.source_id AS "sourceId", min(e.day) AS day, l.account, l.of_id AS of, sum(l.cents)::bigint AS cents
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.source_id = ANY (${sourceIds}::uuid[])
    GROUP BY e.source_id, l.account, l.of_id HAVING sum(l.cents) <> 0
    ORDER BY min(e.id)`.execute(db);
  return rows;
}

function sumOf(postings: readonly Posting[]): number {
  return postings.reduce((sum, [, cents]) => sum + cents, 0);
}

function negated(postings: readonly Posting[]): Posting[] {
  return postings.map(([account, cents]: readonly [Account, number]) => [account, -cents]);
}

function isIncome(kind: AccountKind): boolean {
  return incomeKinds.some((income) => income === kind);
}
