import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isId } from '#contract/fields.ts';
import { largestAmount } from '#contract/limits.ts';
import type { PaymentKind } from '#contract/payments/endpoints.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { readNotification, type Notification } from '#server/platform/payfast/notification.ts';
import { isSigned } from '#server/platform/payfast/signature.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';
import type { Context } from '#server/context.ts';
import { findAskedRecord } from '../asked-amounts.ts';
import { evaluate, refOf } from './process-notification.ts';

export interface ReceivedNotification {
  kind: PaymentKind;
  body: Buffer;
  sourceAddress: string;
}

/**
 * Stores a notification unchanged and queues a job, so that the provider gets an immediate reply. A
 * badly signed notification is refused here, without a job. product-rules 7.7.
 */
export async function receiveNotification(
  ctx: Context,
  payfast: PayfastSettings,
  { kind, body, sourceAddress }: ReceivedNotification,
): Promise<void> {
  const notification = readNotification(body);
  const is_signed = isSigned(notification, payfast.passphrase);
  const source_address = storable(sourceAddress);
  await inTransaction(ctx, async ({ db, queue, at }) => {
    const id = randomUUID();
    await db
      .insertInto('card_notifications')
      .values({
        id,
        kind,
        body,
        source_address,
        is_signed,
        received_at: at,
        record_id: storable(notification.mPaymentId),
        record_number: recordNumber(kind, notification.mPaymentId ?? ''),
        provider_id: storable(notification.pfPaymentId),
        payment_status: storable(notification.paymentStatus),
        amount_cents: storableCents(notification.amountCents),
        fee_cents: storableCents(notification.feeCents),
        ...(is_signed
          ? { verdict: null, judged_at: null, next_attempt_at: at }
          : {
              ...(await refuse(db, payfast, { kind, source_address }, notification)),
              judged_at: at,
            }),
      })
      .execute();
    if (is_signed) await queue.enqueue(db, 'judge-notification', { notificationId: id });
  });
}

/** The number of the record with this id, which can be any text. */
function recordNumber(kind: PaymentKind, id: string) {
  if (!isId(id)) return '';
  return kind === 'subscription'
    ? sql<string>`coalesce(
        (SELECT 'INV-' || zero_padded(number) FROM invoices WHERE id = ${id}), '')`
    : sql<string>`coalesce(
        (SELECT 'DON-' || zero_padded(number) FROM donations WHERE id = ${id}), '')`;
}

/** The same verdict and checks that the job would store. */
async function refuse(
  db: Db,
  payfast: PayfastSettings,
  row: { kind: PaymentKind; source_address: string },
  notification: Notification,
) {
  const record = await findAskedRecord(db, refOf(row, notification));
  const { checks } = evaluate(payfast, row, notification, { record, confirmation: 'unknown' });
  return { verdict: 'refused', checks: JSON.stringify(checks), attempts: 1 } as const;
}

function storable(text: string | null): string {
  return (text ?? '').toWellFormed().replaceAll('\u0000', '').slice(0, 200);
}

/** Limits the value to the column's range. The stored body keeps the original. */
function storableCents(cents: number | null): number | null {
  return cents !== null && cents <= largestAmount * 100 ? cents : null;
}
