import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { bookTexts, failuresOf } from '#contract/books/endpoints.ts';
import { dayOf, formatMonth } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { closeMonth as endpoint, MonthEnd } from '#contract/month-end/endpoints.ts';
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthOf,
  monthsBetween,
} from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { checkAndStore } from '#server/features/books/check-books.ts';
import { findDigest, storeMonthDigests } from '#server/features/books/month-digests.ts';
import { readBookState } from '#server/features/books/queries.ts';
import { postOpenings } from '#server/features/ledger/post-openings.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { type BooksCheck, readMonthFigures, type StoredFigures } from './figures/month-figures.ts';
import { postDeferred } from './figures/read-deferred.ts';
import { firstMonth, lastClosedMonth, readMonthEnd, readSettings } from './queries.ts';

/** A check of the books that is older than this is made again. */
const freshMs = 15 * 60_000;
/** Another process may check at this moment. */
const mostAttempts = 20;
const pauseMs = 250;

/** Closes all months up to this one, each in a transaction of its own. A repeat changes nothing. */
export async function closeMonth(
  ctx: Context,
  { month, despiteFailures = false }: BodyOf<typeof endpoint>,
): Promise<MonthEnd> {
  if (month >= monthOf(dayOf(ctx.at))) throw badField('month', texts.notOver(month));
  const last = await lastClosedMonth(ctx.db);
  const next = last === null ? await firstMonth(ctx.db) : addMonths(last, 1);
  if (next === null) throw conflict(texts.noBookings);
  if (next <= month) {
    const books = await freshCheck(ctx);
    if (books.failed.length > 0 && !despiteFailures) {
      throw conflict(texts.booksFailed(books.failed.join(', ')));
    }
    const closed: Month[] = [];
    for (const one of monthsBetween(next, month)) {
      await closeOne(ctx, one, { books, closed, isLast: one === month });
      closed.push(one);
    }
  }
  return readMonthEnd(ctx);
}

/** What the last check of the books found, which is made again if it is old. */
async function freshCheck(ctx: Context): Promise<BooksCheck> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { last, ageMs } = await readBookState(ctx.db, ctx.at);
    if (last !== null && ageMs <= freshMs) {
      const failed = failuresOf(last.results).map(({ name }) => name);
      return { checkedUtc: last.checkedAt.toISOString(), failed };
    }
    if (!(await checkAndStore(ctx, { night: null }))) await setTimeout(pauseMs);
  }
  throw conflict(bookTexts.busy);
}

interface Closing {
  books: BooksCheck;
  /** By the same call. */
  closed: Month[];
  /** Of this call. Its digest depends on those of all months before. */
  isLast: boolean;
}

async function closeOne(
  ctx: Context,
  month: Month,
  { books, closed, isLast }: Closing,
): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can close a month');
    await waitForBookings(db, closed);
    const last = await lastClosedMonth(db);
    if (last !== null && last >= month) return;
    await postOpenings(inside);
    const id = randomUUID();
    const [first, lastDay] = [firstDayOf(month), lastDayOf(month)];
    const { showsDeferred, accounts, taxRate } = await readSettings(db);
    if (showsDeferred) await postDeferred(inside, { closingId: id, first, last: lastDay });
    const codes = { accounts, taxRate };
    const figures: StoredFigures = { ...(await readMonthFigures(db, month)), books, codes };
    await db
      .insertInto('closed_months')
      .values({
        id,
        month: firstDayOf(month),
        figures: JSON.stringify(figures),
        closed_at: at,
        closed_by: by.userId,
      })
      .execute();
    const change = { action: 'closeMonth', subject: 'closedMonth', id } as const;
    const after = books.failed.length > 0 ? { despite: books.failed.join(', ') } : undefined;
    await recordAudit(inside, { ...change, name: formatMonth(month), after });
    await storeMonthDigests(inside);
    if (!isLast) return;
    await mailAdministrators(inside, 'month-digest', {
      month,
      digest: await findDigest(db, month),
    });
  });
}

/** From now on nothing is booked until this transaction has ended. An error names the months closed before. */
export async function waitForBookings(db: Db, closed: Month[] = []): Promise<void> {
  try {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.closeMonth})`.execute(db);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '55P03') throw error;
    throw conflict(texts.closing(closed));
  }
}
