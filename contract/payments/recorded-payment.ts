import * as z from 'zod/mini';
import { formatDay } from '#contract/days.ts';
import { id, money } from '#contract/fields.ts';
import { formatRand } from '#contract/money.ts';
import { paymentMethod, paymentSource, refundMethod } from './payment-details.ts';

/** What became of a credit, or of a part of it. product-rules 6.34. */
export const creditUse = z.object({
  id,
  kind: z.enum(['refund', 'invoice', 'donation', 'other', 'given-up']),
  amount: money,
  usedOn: z.string(),
  /** Of the refund. Null: it is none. */
  refundedBy: z.nullable(refundMethod),
  reference: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The invoice or the donation that it paid. */
  recordId: z.nullable(id),
  recordName: z.nullable(z.string()),
  recordedBy: z.string(),
  undoneBy: z.nullable(z.string()),
  undoneReason: z.nullable(z.string()),
});
export type CreditUse = z.output<typeof creditUse>;

/** A payment as it was recorded, for the pages of a member, an invoice and a donation. */
export const recordedPayment = z.object({
  id,
  invoiceId: z.nullable(id),
  invoiceNumber: z.nullable(z.string()),
  amount: money,
  /** What pays the record. */
  counted: money,
  /** The rest, a credit. */
  credit: money,
  /** What was refunded or used before the money went back. The payer owes it. */
  owed: money,
  paidOn: z.string(),
  method: paymentMethod,
  source: paymentSource,
  bankReference: z.nullable(z.string()),
  /** The administrator's name; empty for a payment that PayFast reported. */
  recordedBy: z.string(),
  /** Recorded by the caller. */
  isOwn: z.boolean(),
  recordedUtc: z.string(),
  /** Whether it pays its record, was undone, or is a credit. product-rules 6.11, 6.12. */
  state: z.enum(['counts', 'undone', 'credit']),
  /** It is undone because its money went back. */
  hasReturned: z.boolean(),
  /** The administrator who undid the payment, and the reason. */
  closedBy: z.nullable(z.string()),
  closedReason: z.nullable(z.string()),
  /** The line of the bank statement that it was booked from, or that confirms it. */
  bankLineId: z.nullable(id),
  /** What the service kept of it: so much less came to the bank. */
  keptFee: money,
  uses: z.array(creditUse),
});
export type RecordedPayment = z.output<typeof recordedPayment>;

export const paymentRecordTexts = {
  title: 'Payments',
  none: 'No payments yet',
  recordedBy: (name: string) => `Recorded by ${name}`,
  byCard: 'Reported by PayFast',
  fromCredit: (name: string) => `From a credit, by ${name}`,
  fromBank: (name: string) => `From a bank statement, by ${name}`,
  bankLine: 'Bank line',
  keptFee: (fee: number, amount: number) =>
    `A fee of ${formatRand(fee)} was kept: ${formatRand(amount - fee)} came to the bank`,
  undone: (name: string, reason: string) => `Undone by ${name}: ${reason}`,
  credit: (rand: number) => `Credit of ${formatRand(rand)}: it pays no record`,
  creditLeft: (rand: number) => `${formatRand(rand)} of it is a credit`,
  owed: (rand: number) =>
    `${formatRand(rand)} of it was refunded or used before its money went back: the payer owes it`,
} as const;

/** "R50.00 paid back by EFT (FNB 4711) on 3 Mar 2027, recorded by Naledi Khumalo". */
export function creditUseInWords(use: CreditUse): string {
  const { kind, amount, usedOn, refundedBy, reference, reason, recordName, recordedBy } = use;
  const what = {
    refund: `paid back by ${refundedBy ?? 'EFT'}${reference === null ? '' : ` (${reference})`}`,
    invoice: `carried to ${recordName ?? ''}`,
    donation: `given as donation ${recordName ?? ''}`,
    other: 'dealt with',
    'given-up': 'that the payer owed given up',
  }[kind];
  const why = reason === null ? '' : `: ${reason}`;
  return `${formatRand(amount)} ${what} on ${formatDay(usedOn)}, recorded by ${recordedBy}${why}`;
}
