import { dayOf } from '#contract/days.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deriveStatuses } from '#server/features/members/periods/derive-statuses.ts';
import type { Context } from '#server/context.ts';
import { ageOut } from './age-out.ts';
import { remind } from './remind.ts';

/**
 * What each day brings: the statuses follow the periods, reminders go out, relatives age out; after days off, what
 * they missed. All of it or nothing. However many processes wake up, one does it: the others wait
 * at the day's row, and find nothing left to do. product-rules 2.15, 5.10.
 */
export async function runDaily(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    await db
      .insertInto('daily_runs')
      .values({ day: dayOf(at), ran_at: at })
      .onConflict((done) => done.column('day').doUpdateSet({ ran_at: at }))
      .execute();
    await remind(inside);
    // Late, so that members' records are locked for as short as can be; before relatives, as everywhere.
    await deriveStatuses(inside);
    await ageOut(inside);
  });
}
