import { randomUUID } from 'node:crypto';
import { type BookResult, type Books, bookTexts } from '#contract/books/endpoints.ts';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readBooks } from './queries.ts';
import { runBookChecks } from './run-checks.ts';

/** Checks the books because an administrator asked for it. product-rules 23.3. */
export async function checkBooks(ctx: Context): Promise<Books> {
  if ((await checkAndStore(ctx, { night: null })) === null) throw conflict(bookTexts.busy);
  return readBooks(ctx);
}

interface Options {
  /** Of the nightly check. Each night is stored once. */
  night: Day | null;
  /** In the transaction that stores the results. */
  afterwards?: (ctx: Context, results: BookResult[]) => Promise<void>;
}

/** Null: another process checks at this moment. */
export async function checkAndStore(
  ctx: Context,
  { night, afterwards }: Options,
): Promise<BookResult[] | null> {
  const startedAt = performance.now();
  const results = await runBookChecks(ctx.db, ctx.at);
  if (results === null) return null;
  const duration_ms = Math.round(performance.now() - startedAt);
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('reconciliations')
      .values({
        id: randomUUID(),
        night,
        checked_at: at,
        duration_ms,
        results: JSON.stringify(results),
      })
      .onConflict((conflicting) => conflicting.column('night').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) await afterwards?.(inside, results);
  });
  return results;
}
