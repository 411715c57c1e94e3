import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { PayableRef } from '#server/features/payments/payable.ts';
import type { PaymentInput } from '#server/features/payments/record-payment.ts';
import { settlePayable } from '#server/features/payments/settle-payable.ts';

/** For tests that check the books: with the user, or the message of PayFast, by which the books know a payment. */
export function settleInvoice(
  ctx: Context,
  { invoiceId: id, ...input }: { invoiceId: string } & PaymentInput,
) {
  return settle(ctx, { kind: 'invoice', id }, input);
}

export function settleDonation(
  ctx: Context,
  { donationId: id, ...input }: { donationId: string } & PaymentInput,
) {
  return settle(ctx, { kind: 'donation', id }, input);
}

async function settle(ctx: Context, ref: PayableRef, input: PaymentInput) {
  if (input.source === 'administrator')
    return settlePayable({ ...ctx, by: await firstOfStaff(ctx) }, ref, input);
  const recorded = await settlePayable(ctx, ref, input);
  if (recorded.paymentId !== undefined) await storeMessage(ctx, recorded.paymentId);
  return recorded;
}

async function firstOfStaff({ db }: Context): Promise<Context['by']> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('role', '<>', 'Member')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { userId: id, role: 'Admin', sessionId: '', memberId: null };
}

/** The message by which the books know a payment of PayFast. */
export async function storeMessage({ db }: Pick<Context, 'db'>, paymentId: string): Promise<void> {
  await sql`
    INSERT INTO card_notifications (id, kind, body, source_address, is_signed, received_at, record_id, provider_id,
      payment_status, amount_cents, verdict, judged_at)
    SELECT gen_random_uuid(), CASE WHEN donation_id IS NULL THEN 'subscription' ELSE 'donation' END, '', '127.0.0.1', true,
      (paid_on + time '12:00') AT TIME ZONE 'Africa/Johannesburg', coalesce(invoice_id, donation_id, id)::text,
      substr(external_reference, 9), 'COMPLETE', amount_cents, 'settled', recorded_at
    FROM payments WHERE id = ${paymentId}`.execute(db);
}
