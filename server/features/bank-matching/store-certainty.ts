import type { Context } from '#server/context.ts';
import { forgetOldPayers } from './payers.ts';
import { completePayouts } from './payouts.ts';
import { readLines, storeCertainties, suggestAlone } from './open-lines.ts';

/** Lines in one step. */
const atATime = 500;

/** A change of one line changes what others may be. Many at once are judged once. product-rules 25.4. */
export async function storeCertaintySoon({
  db,
  queue,
}: Pick<Context, 'db' | 'queue'>): Promise<void> {
  await queue.enqueueMissing(db, 'judge-bank-lines', [{}]);
}

/**
 * The job: stores how sure the suggestions for open lines are, after an import, after a change and in the night. The
 * stored value is for filters and counts. Nothing is booked by it, but payouts get the payments that PayFast has
 * listed since. product-rules 25.4, 27.3.
 */
export async function storeCertainty(ctx: Context, ending?: AbortSignal): Promise<void> {
  const { db } = ctx;
  await forgetOldPayers(ctx);
  await completePayouts(ctx);
  const rows = await db
    .selectFrom('bank_lines')
    .select('id')
    .where('state', '=', 'open')
    .orderBy('day', 'desc')
    .execute();
  for (let from = 0; from < rows.length; from += atATime) {
    if (ending?.aborted === true) return;
    const ids = rows.slice(from, from + atATime).map(({ id }) => id);
    const lines = await readLines(db, ids);
    await storeCertainties(ctx, await suggestAlone(ctx, lines));
  }
}
