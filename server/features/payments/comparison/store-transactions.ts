import { randomUUID } from 'node:crypto';
import { isId } from '#contract/fields.ts';
import type { Context } from '#server/context.ts';
import type { FetchedLists } from './fetch-lists.ts';

/** PostgreSQL takes at most 65,535 parameters. */
const batch = 1000;

/** Stores the new rows. Stored rows do not change. */
export async function storeTransactions(
  { db, at }: Context,
  { rows }: Pick<FetchedLists, 'rows'>,
): Promise<void> {
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
}
