import * as z from 'zod/mini';
import { id, money } from '#contract/fields.ts';

/** A payment as it was recorded, for the pages of a member, an invoice and a donation. */
export const recordedPayment = z.object({
  id,
  invoiceId: z.nullable(id),
  invoiceNumber: z.nullable(z.string()),
  amount: money,
  paidOn: z.string(),
  method: z.string(),
  source: z.enum(['administrator', 'payfast']),
  /** The administrator's name; empty for a payment that PayFast reported. */
  recordedBy: z.string(),
  recordedUtc: z.string(),
  /** Whether it pays its record, was undone, or is a credit. product-rules 6.11, 6.12. */
  state: z.enum(['counts', 'undone', 'credit']),
  /** The administrator who undid the payment or dealt with the credit, and the reason. */
  closedBy: z.nullable(z.string()),
  closedReason: z.nullable(z.string()),
});
export type RecordedPayment = z.output<typeof recordedPayment>;

export const paymentRecordTexts = {
  title: 'Payments',
  none: 'No payments yet',
  recordedBy: (name: string) => `Recorded by ${name}`,
  byCard: 'Reported by PayFast',
  undone: (name: string, reason: string) => `Undone by ${name}: ${reason}`,
  credit: 'Credit: it pays no record',
  closedCredit: (name: string, reason: string) => `Credit, dealt with by ${name}: ${reason}`,
} as const;
