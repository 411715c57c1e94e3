import { centsOf } from '#contract/money.ts';
import type { InvoicePayment } from '#contract/payments/part-payment.ts';

/** What an administrator entered of a payment, in cents. Other fields stay. */
export function inCents<T extends Pick<InvoicePayment, 'amount' | 'balance'>>(body: T) {
  const { amount, balance, ...details } = body;
  return {
    ...details,
    amountCents: amount == null ? undefined : centsOf(amount),
    seenBalanceCents: balance == null ? undefined : centsOf(balance),
  };
}
