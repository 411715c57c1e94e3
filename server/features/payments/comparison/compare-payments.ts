import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { HistoryFailure } from '#server/platform/payfast/transactions/history-failure.ts';
import type { Context } from '#server/context.ts';
import { historyAccount, type ComparisonDeps } from './comparison-deps.ts';
import { daysToCompare, nightOf } from './days-to-compare.ts';
import { fetchLists, type FetchedLists } from './fetch-lists.ts';
import { compareStored } from './compare-stored.ts';
import { mailNewDifferences, mailSecondFailure } from './mail-administrators.ts';
import { storeTransactions } from './store-transactions.ts';

type Row = Selectable<Tables['provider_comparisons']>;

/** Longer than a comparison takes. A killed worker's comparison is made again after it. */
const leaseMinutes = 10;
/** Minutes before the next request after a temporary failure. */
const pauses = [1, 5, 15];
/** More than all pauses. Only a comparison that is interrupted each time reaches it. */
const mostAttempts = 6;

/**
 * The job: compares the provider's list with the payments, in the night and when an administrator asks.
 * Of several workers, one has it. product-rules 7.14, decision 68.
 */
export async function comparePayments(deps: ComparisonDeps): Promise<void> {
  if (historyAccount(deps.config.payfast) === null) return;
  await requestNightly(deps);
  while (!deps.ending.aborted) {
    const row = await claim(deps);
    if (row === undefined) return;
    await compare(deps, row);
  }
}

async function requestNightly({ db, clock }: ComparisonDeps): Promise<void> {
  const at = clock.now();
  const night = nightOf(at);
  if (night === null) return;
  await db
    .insertInto('provider_comparisons')
    .values({ id: randomUUID(), night, requested_at: at, next_attempt_at: at })
    .onConflict((conflict) => conflict.column('night').doNothing())
    .execute();
}

async function claim({ db, clock }: ComparisonDeps): Promise<Row | undefined> {
  const now = clock.now();
  return db
    .updateTable('provider_comparisons')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      next_attempt_at: later(now, leaseMinutes),
    }))
    .where('id', '=', (query) =>
      query
        .selectFrom('provider_comparisons')
        .select('id')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

async function compare(deps: ComparisonDeps, row: Row): Promise<void> {
  if (row.attempts > mostAttempts) {
    return fail(deps, row, 'It was interrupted each time. Have the log of the worker read.');
  }
  let lists: FetchedLists;
  try {
    const period = await daysToCompare(deps.db, deps.clock.now(), row);
    lists = await fetchLists(deps, period, deps.clock.now());
  } catch (error) {
    if (deps.ending.aborted) return release(deps, row);
    if (!(error instanceof HistoryFailure)) throw error;
    deps.log.warn({ reason: error.message }, 'the list of the card provider could not be read');
    const pause = error.isTemporary ? pauses[row.attempts - 1] : undefined;
    return pause === undefined
      ? fail(deps, row, error.message)
      : retryLater(deps, row, { failure: error.message, pause });
  }
  await atOnce(deps, row, async (ctx) => {
    await storeTransactions(ctx, lists);
    await compareStored(ctx, lists);
    await ctx.db
      .updateTable('provider_comparisons')
      .set({ finished_at: ctx.at, next_attempt_at: null, failure: null })
      .set({ from_day: lists.from, to_day: lists.to, month: lists.month })
      .set({ transactions: lists.rows.length })
      .where('id', '=', row.id)
      .execute();
    if (row.night !== null) await mailNewDifferences(ctx);
    await forgetOld(ctx);
  });
}

/** All or nothing, and only if no other worker has taken it since. One writes at a time. */
async function atOnce(
  { db, queue, clock }: ComparisonDeps,
  { id, attempts }: Row,
  effect: (ctx: Context) => Promise<unknown>,
): Promise<void> {
  await inTransaction({ db, queue, at: clock.now(), by: null }, async (ctx) => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.comparePayments})`.execute(ctx.db);
    const mine = await ctx.db
      .selectFrom('provider_comparisons')
      .select('id')
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('next_attempt_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (mine !== undefined) await effect(ctx);
  });
}

async function fail(deps: ComparisonDeps, row: Row, failure: string): Promise<void> {
  await atOnce(deps, row, async (ctx) => {
    await ctx.db
      .updateTable('provider_comparisons')
      .set({ failed_at: ctx.at, next_attempt_at: null, failure })
      .where('id', '=', row.id)
      .execute();
    if (row.night !== null) await mailSecondFailure(ctx);
  });
}

async function retryLater(
  deps: ComparisonDeps,
  row: Row,
  { failure, pause }: { failure: string; pause: number },
): Promise<void> {
  await atOnce(deps, row, async ({ db, queue, at }) => {
    await db
      .updateTable('provider_comparisons')
      .set({ failure, next_attempt_at: later(at, pause) })
      .where('id', '=', row.id)
      .execute();
    await queue.enqueue(db, 'compare-payments', {}, pause * 60 + 1);
  });
}

/** The process is about to end: another one may take it at once. */
async function release({ db, clock }: ComparisonDeps, { id, attempts }: Row): Promise<void> {
  await db
    .updateTable('provider_comparisons')
    .set({ attempts: attempts - 1, next_attempt_at: clock.now() })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

/** Comparisons and resolved differences stay for a year. */
async function forgetOld({ db, at }: Context): Promise<void> {
  const yearAgo = new Date(at.getTime() - 366 * 86_400_000);
  await db.deleteFrom('provider_comparisons').where('requested_at', '<', yearAgo).execute();
  await db.deleteFrom('payment_differences').where('resolved_at', '<', yearAgo).execute();
}

function later(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000);
}
