import { dayOf } from '#contract/days.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { holdMissed, isFirstRunAfterRestore } from '#server/features/restores/hold-missed.ts';
import { deriveStatuses } from '#server/features/members/periods/derive-statuses.ts';
import { endOldReturns } from '#server/features/members/await-return.ts';
import type { Context } from '#server/context.ts';
import { ageOut } from './age-out.ts';
import { remind } from './remind.ts';

/**
 * The daily run: updates statuses, sends reminders and ages out relatives, also for missed days, in one
 * transaction. With several processes, one does the work. The others wait for the lock on the day's
 * row and then have nothing to do. product-rules 2.15, 5.10.
 */
export async function runDaily(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    await allowLongStatements(db);
    const isFirst = await isFirstRunAfterRestore(inside);
    await db
      .insertInto('daily_runs')
      .values({ day: dayOf(at), ran_at: at })
      .onConflict((done) => done.column('day').doUpdateSet({ ran_at: at }))
      .execute();
    await remind(inside);
    // Late, to lock members only briefly, and before relatives, to avoid deadlocks.
    await deriveStatuses(inside);
    await endOldReturns(inside);
    await ageOut(inside);
    if (isFirst) await holdMissed(inside);
  });
}
