import type { Db } from '#server/platform/db/pool.ts';

/** Whether a line of the bank is matched with the payment. */
export async function isMatched(db: Db, paymentId: string): Promise<boolean> {
  const match = await db
    .selectFrom('bank_matches')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('reversed_at', 'is', null)
    .executeTakeFirst();
  return match !== undefined;
}
