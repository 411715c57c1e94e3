import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { previewMembershipPayment as endpoint } from '#contract/payments/membership-payment.ts';
import type { Context } from '#server/context.ts';
import { memberFor } from '#server/features/members/member-access.ts';
import { paymentDay } from '#server/features/payments/payment-day.ts';
import { planPayment } from './plan-payment.ts';

/** What recording the payment would do now. It changes nothing. */
export async function previewPayment(
  ctx: Context,
  memberId: string,
  { memberTypeId, paidOn }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const member = await memberFor(ctx, memberId);
  const choice = { memberTypeId, paidOn: paymentDay(ctx, { paidOn }) };
  const plan = await planPayment(ctx, member, choice);
  const { amountCents, carriedCents, pays, voids, paidUntil, period } = plan;
  return {
    amount: amountCents / 100,
    carried: carriedCents / 100,
    invoiceNumber: pays?.number ?? null,
    voidsInvoice: voids?.number ?? null,
    paidUntil,
    startsOn: period.startsOn,
    validUntil: period.endsOn,
  };
}
