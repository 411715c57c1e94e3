import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { day, id, idParams, money } from '#contract/fields.ts';
import { formatRand } from '#contract/money.ts';
import { paymentKinds } from '#contract/payments/endpoints.ts';

export const payoutTexts = {
  title: 'Card payments in this payout',
  none: 'No card payments since the last payout make up this amount. It can be booked as a payout all the same.',
  noneBooked: 'It was booked without card payments, because none made up the amount.',
  sums: (count: number, gross: number, fee: number, net: number) =>
    `${count === 1 ? '1 card payment' : `${count} card payments`} of ${formatRand(gross)}, less ${formatRand(fee)} in fees, make ${formatRand(net)}.`,
  exact: 'That is the amount of this line.',
  payoutFee: (rand: number) =>
    `That is ${formatRand(rand)} more than this line: PayFast kept it as the fee for the payout.`,
  earlier: (count: number) =>
    count === 1
      ? '1 earlier card payment is in no payout here.'
      : `${count} earlier card payments are in no payout here.`,
  /** Of one payment. */
  parts: (on: string, gross: number, fee: number) =>
    gross < 0
      ? `${on}: ${formatRand(-gross)} was given back`
      : `${on}: ${formatRand(gross)}, less a fee of ${formatRand(fee)}`,
  unknown: 'Not known here',
  failed: 'The card payments could not be loaded. Please try again.',
} as const;

const entry = z.object({
  /** The provider's number. */
  providerId: z.string(),
  kind: z.nullable(z.enum(paymentKinds)),
  recordId: z.nullable(id),
  /** `INV-00042` or `DON-00042`; empty if it is not known here. */
  name: z.string(),
  day,
  /** Below zero: it was given back. */
  gross: z.number(),
  fee: money,
  net: z.number(),
});
export type PayoutEntry = z.output<typeof entry>;

const payout = z.object({
  isBooked: z.boolean(),
  /** `exact`: the payments make up the line. `fee`: with a fee for the payout. */
  certainty: z.enum(['exact', 'fee', 'none']),
  payments: z.array(entry),
  gross: z.number(),
  fee: z.number(),
  net: z.number(),
  payoutFee: money,
  /** Earlier card payments that are in no payout. */
  earlier: z.int(),
});
export type Payout = z.output<typeof payout>;

/** Asked for a line that says PayFast, or is booked as a payout. */
export const getPayout = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bank-lines/:id/payout',
  permission: 'money.read',
  summary: 'The card payments that a bank line pays out, with their fees',
  params: idParams,
  reply: payout,
});
