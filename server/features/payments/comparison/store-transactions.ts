import { randomUUID } from 'node:crypto';
import { isId } from '#contract/fields.ts';
import type { Context } from '#server/context.ts';
import { postCardFees } from '#server/features/ledger/post-card-fees.ts';
import { postCardRefunds } from '#server/features/ledger/post-refunds.ts';
import type { FetchedLists } from './fetch-lists.ts';

/** PostgreSQL takes at most 65,535 parameters. */
const batch = 1000;

/** Stores the new rows, and posts what they say of fees and refunds. Stored rows do not change. */
export async function storeTransactions(
  ctx: Context,
  { rows }: Pick<FetchedLists, 'rows'>,
): Promise<void> {
  const { db, at } = ctx;
  for (let first = 0; first < rows.length; first += batch) {
    await db
      .insertInto('provider_transactions')
      .values(
        rows.slice(first, first + batch).map((row) => ({
          id: randomUUID(),
          provider_id: row.pfPaymentId,
          type: row.type,
          happened_at: row.happenedAt,
          gross_cents: row.grossCents,
          fee_cents: row.feeCents,
          net_cents: row.netCents,
          record_id: isId(row.mPaymentId) ? row.mPaymentId : null,
          is_test: row.isTest,
          first_seen_at: at,
        })),
      )
      .onConflict((conflict) => conflict.constraint('provider_transactions_once').doNothing())
      .execute();
  }
  const providerIds = rows.map(({ pfPaymentId }) => pfPaymentId);
  await postCardFees(ctx, providerIds);
  await postCardRefunds(
    ctx,
    rows.flatMap(({ pfPaymentId, grossCents }) => (grossCents < 0 ? `payfast:${pfPaymentId}` : [])),
  );
  // Payouts that are booked already may contain them.
  if (rows.length > 0) await ctx.queue.enqueueMissing(db, 'judge-bank-lines', [{}]);
}
