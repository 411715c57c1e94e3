import { type ImportState, isBeforeImport, isBusy } from '#contract/imports/endpoints.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { Refused, violated } from '#server/errors.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { restartTakes } from '#server/platform/jobs/jobs.ts';
import { checkSome } from './check-rows.ts';
import { findLocked } from './lock-import.ts';
import { failGroup, importSome } from './import-rows.ts';
import { storeRows } from './store-rows.ts';
import { takeBack } from './undo-import.ts';

/** Reading and checking. The count starts again with each step that is completed. */
const mostAttempts = 3;

/** Groups in one transaction. Fewer, until only the one that cannot be saved is left. */
const groupsAtATime = [200, 20, 1];

/**
 * Continues the import where it is, to its end. Each step is one transaction and stores the progress, so a
 * process that is killed loses the current step only. Concurrent calls are safe.
 */
export async function continueImport(
  ctx: Context,
  importId: string,
  ending?: AbortSignal,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    if (ending?.aborted === true) {
      await ctx.queue.enqueue(ctx.db, 'continue-import', { importId }, restartTakes);
      return;
    }
    const state = await stateOf(ctx, importId);
    if (state === null || !isBusy(state)) return;
    if (isFirst && isBeforeImport(state) && !(await mayTry(ctx, importId))) return;
    await step(ctx, importId, state);
  }
}

/**
 * Counts the attempts at reading and checking, which a worker that was killed has not completed. A file that ends
 * each worker must not end the application at each of its starts.
 */
function mayTry(ctx: Context, id: string): Promise<boolean> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const stored = await findLocked(inside, id);
    if (stored === undefined || !isBeforeImport(stored.state)) return true;
    const attempts = stored.attempts + 1;
    const isLast = attempts > mostAttempts;
    await db
      .updateTable('imports')
      .set(isLast ? { state: 'uploaded', attempts: 0, problem: importTexts.gaveUp } : { attempts })
      .where('id', '=', id)
      .execute();
    return !isLast;
  });
}

async function stateOf({ db }: Context, id: string): Promise<ImportState | null> {
  const row = await db
    .selectFrom('imports')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  return (row?.state ?? null) as ImportState | null;
}

function step(ctx: Context, id: string, state: ImportState): Promise<void> {
  if (state === 'reading') return storeRows(ctx, id);
  if (state === 'checking') return inTransaction(ctx, (inside) => checkSome(inside, id));
  if (state === 'importing') return importNext(ctx, id);
  return takeBack(ctx, id);
}

/** What the database refuses after all, such as an address that was registered a moment ago, is a problem of its row. */
async function importNext(ctx: Context, id: string): Promise<void> {
  for (const most of groupsAtATime) {
    try {
      await inTransaction(ctx, (inside) => importSome(inside, id, most));
      return;
    } catch (error) {
      if (!isOfRow(error)) throw error;
      if (most === 1)
        await inTransaction(ctx, (inside) => failGroup(inside, id, sentenceOf(error)));
    }
  }
}

function isOfRow(error: unknown): boolean {
  return error instanceof Refused || violated(error) !== undefined;
}

function sentenceOf(error: unknown): string {
  return error instanceof Refused ? error.message : importTexts.failedRow;
}
