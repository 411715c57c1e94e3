import type { Context } from '#server/context.ts';
import type { PaymentInput } from '#server/features/payments/record-payment.ts';
import { settlePayable } from '#server/features/payments/settle-payable.ts';

export function settleInvoice(
  ctx: Context,
  { invoiceId: id, ...input }: { invoiceId: string } & PaymentInput,
) {
  return settlePayable(ctx, { kind: 'invoice', id }, input);
}

export function settleDonation(
  ctx: Context,
  { donationId: id, ...input }: { donationId: string } & PaymentInput,
) {
  return settlePayable(ctx, { kind: 'donation', id }, input);
}
