import * as z from 'zod/mini';
import { email, id, money, personName, requiredLines } from '#contract/fields.ts';
import { positiveMoney } from '#contract/payments/payment-details.ts';
import { membershipChoice } from '#contract/payments/membership-choice.ts';

/** The most that a service keeps of a payment, in percent. A line with still less is hardly of this payment. */
export const mostFeePercent = 10;

/** What a line, or a part of it, is booked as. */
export const parts = z
  .array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.enum(['invoice', 'donation']),
        recordId: id,
        amount: positiveMoney,
        /** As it was shown. If it has changed, nothing is booked. */
        seenBalance: z.optional(z.nullable(money)),
      }),
      z.object({
        kind: z.literal('recorded'),
        targetId: id,
        /** What came to the bank. */
        amount: positiveMoney,
        /** What a service kept of the payment: it is the amount and this. */
        fee: z.optional(z.nullable(positiveMoney)),
      }),
      z.object({
        kind: z.literal('new-donation'),
        amount: positiveMoney,
        firstName: personName('First name is required.'),
        lastName: personName('Last name is required.'),
        email: email(),
      }),
      z.object({
        kind: z.literal('credit'),
        amount: positiveMoney,
        payerName: personName('Please enter who sent the money.'),
      }),
      z.object({
        kind: z.enum(['charge', 'charge-back', 'payout', 'transfer']),
        amount: positiveMoney,
      }),
      z.object({
        kind: z.enum(['kept-fee', 'kept-charge']),
        amount: positiveMoney,
        /** For what the provider kept it. */
        reason: requiredLines('Please say what it is for.', 500),
      }),
      z.object({ kind: z.literal('refund'), targetId: id, amount: positiveMoney }),
      z.object({
        kind: z.literal('reversal'),
        targetId: id,
        /** What left the bank. Of a line of money in, by how much it is smaller. */
        amount: positiveMoney,
        /** Of the fee that was kept of the payment, what came back: the payment is the amount and this. */
        fee: z.optional(z.nullable(positiveMoney)),
        reason: requiredLines('Please give a reason.', 500),
        ...membershipChoice,
      }),
    ]),
  )
  .check(z.minLength(1, 'Please choose what this money is.'), z.maxLength(20));
