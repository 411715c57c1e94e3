import type { Context } from '#server/context.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

const hour = 3_600_000;

/**
 * Mails and card notifications that were queued while the clock was ahead would wait until that time.
 * A pause is never longer than these, so what is due later is made due now. Runs every hour.
 */
export function correctDueTimes(ctx: Context): Promise<void> {
  const longestPauses = { mails: 8 * hour, card_notifications: 24 * hour } as const;
  return inTransaction(ctx, async ({ db, at }) => {
    await allowLongStatements(db);
    for (const table of ['mails', 'card_notifications'] as const) {
      await db
        .updateTable(table)
        .set({ next_attempt_at: at })
        .where('next_attempt_at', '>', new Date(at.getTime() + longestPauses[table]))
        .execute();
    }
  });
}
