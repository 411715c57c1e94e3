import type { Context } from '#server/context.ts';
import { forgetOldPayers } from './payers.ts';
import { completePayouts } from './payouts.ts';
import { readLines, storeCertainties, suggestFor } from './open-lines.ts';

/** Lines in one step. */
const atATime = 500;

/** A change of one line changes what others may be. Many at once are judged once. product-rules 25.4. */
export async function storeCertaintySoon({
  db,
  queue,
}: Pick<Context, 'db' | 'queue'>): Promise<void> {
  await queue.enqueueMissing(db, 'judge-bank-lines', [{ onlyNew: false }]);
}

/**
 * The job: stores how sure the suggestions for open lines are, of new lines after an import and of all after
 * a change and in the night. The stored value is for filters and counts. Nothing is booked by it, but payouts get the
 * payments that PayFast has listed since. product-rules 25.4, 27.3.
 */
export async function storeCertainty(
  ctx: Context,
  { onlyNew }: { onlyNew: boolean },
  ending?: AbortSignal,
): Promise<void> {
  const { db } = ctx;
  if (!onlyNew) {
    await forgetOldPayers(ctx);
    await completePayouts(ctx);
  }
  const rows = await db
    .selectFrom('bank_lines')
    .select('id')
    .where('state', '=', 'open')
    .$if(onlyNew, (query) => query.where('judged_at', 'is', null))
    .orderBy('day', 'desc')
    .execute();
  for (let from = 0; from < rows.length; from += atATime) {
    if (ending?.aborted === true) return;
    const ids = rows.slice(from, from + atATime).map(({ id }) => id);
    const lines = await readLines(db, ids);
    await storeCertainties(ctx, await suggestFor(ctx, lines));
  }
}
