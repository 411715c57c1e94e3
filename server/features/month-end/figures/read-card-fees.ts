import { type Day, endOf, startOf } from '#contract/days.ts';
import { readAmount } from '#server/platform/payfast/amount.ts';
import { readNotification } from '#server/platform/payfast/notification.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface CardFees {
  cents: number;
  /** PayFast's list of transactions, or its messages about payments if there is no list. */
  source: 'list' | 'messages';
}

export async function readCardFees(db: Db, first: Day, last: Day): Promise<CardFees> {
  const [start, end] = [startOf(first), endOf(last)];
  const listed = await db
    .selectFrom('provider_transactions')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('fee_cents').as('cents'),
    ])
    .where('happened_at', '>=', start)
    .where('happened_at', '<', end)
    .where('is_test', '=', false)
    .executeTakeFirstOrThrow();
  if (listed.count > 0) return { cents: -listed.cents, source: 'list' };
  const messages = await db
    .selectFrom('card_notifications')
    .select(['provider_id', 'body'])
    .where('received_at', '>=', start)
    .where('received_at', '<', end)
    .where('verdict', 'in', ['settled', 'credit'])
    .execute();
  const fees = new Map(messages.map(({ provider_id, body }) => [provider_id, feeIn(body)]));
  return { cents: [...fees.values()].reduce((sum, fee) => sum + fee, 0), source: 'messages' };
}

function feeIn(body: Buffer): number {
  const { fields } = readNotification(body);
  const text = fields.find(({ name }) => name === 'amount_fee')?.value ?? '';
  return readAmount(text.replace(/^-/, '')) ?? 0;
}
