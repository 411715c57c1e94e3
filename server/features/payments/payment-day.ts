import { addDays } from '#contract/calendar.ts';
import { type Day, dayOf } from '#contract/days.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import type { PaymentDetails } from '#contract/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import { badField } from '#server/errors.ts';
import type { PaymentInput } from './record-payment.ts';

/** An EFT may arrive days before it is recorded. An implausible day is refused. */
export function paymentDay(
  { at }: Context,
  { paidOn, source }: PaymentDetails & Partial<Pick<PaymentInput, 'source'>>,
  field = 'paidOn',
): Day {
  const today = dayOf(at);
  if (!paidOn) return today;
  // The money came long before it is carried on.
  if (source === 'credit') return paidOn;
  if (paidOn > today) throw badField(field, paymentTexts.paidInFuture);
  // The bank says so.
  if (source === 'bank') return paidOn;
  if (paidOn < addDays(today, -longestAgo)) throw badField(field, paymentTexts.paidTooEarly);
  return paidOn;
}

/** The day of the notification. A clock that was ahead cannot date a payment after today. product-rules 7.13. */
export function arrivalDay({ at }: Context, receivedAt: Date): Day {
  const today = dayOf(at);
  const earliest = addDays(today, -longestAgo);
  const arrived = dayOf(receivedAt);
  if (arrived > today) return today;
  return arrived < earliest ? earliest : arrived;
}

const longestAgo = 366; // days
