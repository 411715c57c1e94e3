import { randomUUID } from 'node:crypto';
import { largestAmount } from '#contract/limits.ts';
import type { PaymentKind } from '#contract/payments/endpoints.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readNotification } from '#server/platform/payfast/notification.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';
import { isSameSignature, notificationSignature } from '#server/platform/payfast/signature.ts';
import type { Work } from '#server/context.ts';

export interface Arrival {
  kind: PaymentKind;
  body: Buffer;
  sourceAddress: string;
}

/** Keeps a notification as it came, to be judged by a job: the provider is answered at once. Rules §7. */
export async function takeNotification(
  work: Work,
  payfast: PayfastSettings,
  { kind, body, sourceAddress }: Arrival,
): Promise<void> {
  const told = readNotification(body);
  const expected = notificationSignature(told.parameters, payfast.passphrase);
  await inTransaction(work, async ({ db, queue, at }) => {
    const id = randomUUID();
    await db
      .insertInto('card_notifications')
      .values({
        id,
        kind,
        body,
        source_address: storable(sourceAddress),
        is_signed: isSameSignature(told.signature, expected),
        received_at: at,
        record_id: storable(told.mPaymentId),
        provider_id: storable(told.pfPaymentId),
        payment_status: storable(told.paymentStatus),
        amount_cents: storableCents(told.amountCents),
        verdict: null,
        judged_at: null,
        next_attempt_at: at,
      })
      .execute();
    await queue.enqueue(db, 'judge-notification', { notificationId: id });
  });
}

function storable(text: string | null): string {
  return (text ?? '').toWellFormed().replaceAll('\u0000', '').slice(0, 200);
}

/** More than we ever ask for does not fit the column; the body keeps it. */
function storableCents(cents: number | null): number | null {
  return cents !== null && cents <= largestAmount * 100 ? cents : null;
}
