import { randomUUID } from 'node:crypto';
import { comparisonTexts } from '#contract/payments/comparison.ts';
import type { Context } from '#server/context.ts';
import { conflict, Refused, sentences } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';
import { historyAccount } from './comparison-deps.ts';

/** Asks a worker for a comparison. While one waits or runs, nothing changes. */
export async function startComparison(ctx: Context, payfast: PayfastSettings): Promise<void> {
  if (historyAccount(payfast) === null) throw conflict(comparisonTexts.isOff);
  const requested_by = ctx.by?.userId;
  if (requested_by === undefined) throw new Refused('signedOut', sentences.signedOut);
  await inTransaction(ctx, async (inside) => {
    const { db, queue, at } = inside;
    const id = randomUUID();
    const inserted = await db
      .insertInto('provider_comparisons')
      .values({ id, requested_by, requested_at: at, next_attempt_at: at })
      .onConflict((conflicting) => conflicting.doNothing())
      .executeTakeFirst();
    // Also for the one that waits: its process may be gone.
    await queue.enqueue(db, 'compare-payments', {});
    if (inserted.numInsertedOrUpdatedRows !== 1n) return;
    await recordAudit(inside, {
      action: 'startComparison',
      subject: 'payment',
      id,
      name: 'PayFast',
    });
  });
}
