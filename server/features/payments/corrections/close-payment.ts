import type { Context } from '#server/context.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import type { CardRecord } from '../card-record.ts';

/** Undoes the payment of a locked, paid record. The record is open again. */
export async function takePaymentFrom(
  ctx: Context,
  { kind, id }: Pick<CardRecord, 'kind' | 'id'>,
  reason: string,
): Promise<void> {
  const table = kind === 'subscription' ? 'invoices' : 'donations';
  const { payment_id } = await ctx.db
    .selectFrom(table)
    .select('payment_id')
    .where('id', '=', id)
    .where('payment_id', 'is not', null)
    .$narrowType<{ payment_id: string }>()
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable(table)
    // The card provider's last outcome is no longer valid.
    .set({ payment_id: null, card_outcome: null })
    .where('id', '=', id)
    .execute();
  await closePayment(ctx, payment_id, reason);
}

/**
 * Closes a payment and stores the administrator and the reason. The paid record must release the
 * payment first, otherwise a constraint fails.
 */
export async function closePayment(
  { db, at, by }: Context,
  paymentId: string,
  reason: string,
): Promise<void> {
  if (by === null) throw new Error('only an administrator can close a payment');
  await db
    .updateTable('payments')
    .set({ closed_at: at, closed_by: by.userId, closed_reason: reason })
    .where('id', '=', paymentId)
    .execute();
}

/** Withdraws the receipt of an undone payment. One that a sender has taken may go out, so it stays in the log. */
export async function withdrawReceipt(
  { db }: Context,
  about: { kind: 'receipt' | 'donation-thanks'; recordId: string },
): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('next_attempt_at', 'is not', null)
    .where('leased_until', 'is', null)
    .where('kind', '=', about.kind)
    .where(isAbout(about.recordId))
    .execute();
}
