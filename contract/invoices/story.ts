import * as z from 'zod/mini';
import { type Day, formatDay } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { formatRand } from '#contract/money.ts';
import { recordStory } from '#contract/payments/record-story.ts';
import { creditNote } from '#contract/write-offs/endpoints.ts';

export const invoiceSentences = {
  paid: (how: string) => `Paid ${how}.`,
  void: (reason: string) => `Void: ${reason}.`,
  writtenOff: (amount: number, creditNote: string, reason: string) =>
    `${formatRand(amount)} was written off with credit note ${creditNote}: ${reason}.`,
  notSent: (since: Day) => `Unpaid since ${formatDay(since)}: not sent yet.`,
  notSentNext: 'Nothing happens until you send it or record a payment.',
  unpaid: (since: Day, sentOn: Day, email: string) =>
    `Unpaid since ${formatDay(since)}: sent on ${formatDay(sentOn)} to ${email}.`,
  kept: (since: Day, keptOn: Day, email: string) =>
    `Unpaid since ${formatDay(since)}: the email of ${formatDay(keptOn)} to ${email} is kept here, because there was no mail server.`,
  partPaid: (paid: number, balance: number) =>
    `Paid in part: ${formatRand(paid)} has come, ${formatRand(balance)} is still to pay.`,
  returned: (amount: number, paidOn: string, rest: string) =>
    `The payment of ${formatRand(amount)} of ${formatDay(paidOn)} was returned. ${rest}`,
  failed: 'Unpaid: the last payment by card failed.',
  cancelled: 'Unpaid: the payer cancelled the last payment by card.',
  membershipNext: 'The payment adds a membership period.',
  otherNext: 'The payment does not renew a membership.',
} as const;

export const getInvoiceStory = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/invoices/:id/story',
  permission: 'money.read',
  summary: 'Why an invoice has its state, its payments, credit notes and latest mails',
  params: idParams,
  reply: z.extend(recordStory, {
    /** Its emails are kept here, because there was no mail server. */
    isKept: z.boolean(),
    creditNotes: z.array(creditNote),
  }),
});
