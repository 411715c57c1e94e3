import * as z from 'zod/mini';
import { loggedMail } from '#contract/communication/mail-log.ts';
import { formatDay } from '#contract/days.ts';
import { found } from '#contract/search.ts';
import { type RecordedPayment, recordedPayment } from './recorded-payment.ts';

/** Payments and mails that a story shows, the latest ones. */
export const latestRows = 5;

/** The payments and mails of an invoice or a donation, and why it has its state. */
export const recordStory = z.object({
  why: z.string(),
  /** What comes next; `null` if the record is complete. */
  next: z.nullable(z.string()),
  payments: found(recordedPayment),
  mails: z.array(loggedMail),
});
export type RecordStory = z.output<typeof recordStory>;

/** "on 3 Mar 2027 by EFT, recorded by Naledi Khumalo". */
export function paidHow({ paidOn, method, source, recordedBy }: RecordedPayment): string {
  const how = {
    payfast: 'reported by PayFast',
    bank: `from a bank statement, booked by ${recordedBy}`,
    administrator: `recorded by ${recordedBy}`,
    credit: `recorded by ${recordedBy}`,
  }[source];
  return `on ${formatDay(paidOn)} by ${method}, ${how}`;
}
