import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { FoundDifference } from './find-differences.ts';

/**
 * Stores what differs, and resolves the open differences that are gone. One that is known is not new, and
 * one that was dismissed stays so.
 */
export async function storeDifferences(
  { db, at }: Context,
  found: FoundDifference[],
  /** A balance is looked at again on these days only. */
  balanceDays: string[],
): Promise<void> {
  for (const difference of found) {
    await db
      .insertInto('payment_differences')
      .values({
        id: randomUUID(),
        kind: difference.kind,
        key: difference.key,
        transaction_id: difference.transactionId,
        payment_id: difference.paymentId,
        record_id: difference.recordId,
        day: difference.day,
        here_cents: difference.hereCents,
        there_cents: difference.thereCents,
        first_seen_at: at,
        last_seen_at: at,
        mailed_at: null,
        resolved_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .constraint('payment_differences_once')
          .doUpdateSet((row) => ({
            here_cents: row.ref('excluded.here_cents'),
            there_cents: row.ref('excluded.there_cents'),
            last_seen_at: sql<Date>`greatest(${row.ref('payment_differences.last_seen_at')}, ${at})`,
            // One that is back is mailed again.
            mailed_at: sql<Date | null>`CASE WHEN payment_differences.resolved_at IS NULL
              THEN payment_differences.mailed_at END`,
            resolved_at: null,
          }))
          .where('payment_differences.dismissed_at', 'is', null),
      )
      .execute();
  }
  const present = found.map(({ kind, key }) => `${kind} ${key}`);
  await db
    .updateTable('payment_differences')
    .set({ resolved_at: at })
    .where('resolved_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .where(sql<boolean>`NOT kind || ' ' || key = ANY (${present}::text[])`)
    .where(sql<boolean>`(kind <> 'balance' OR key = ANY (${balanceDays}::text[]))`)
    .execute();
}
