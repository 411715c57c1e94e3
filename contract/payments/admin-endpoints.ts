import * as z from 'zod/mini';
import { formatDay } from '#contract/days.ts';
import { donation } from '#contract/donations/endpoints.ts';
import { endpoint } from '#contract/endpoint.ts';
import { day, idParams, optionalText } from '#contract/fields.ts';
import { invoice } from '#contract/invoices/endpoints.ts';
import { reasonForm } from '#contract/reason.ts';
import { membershipChoice } from './membership-choice.ts';
import { bankReferenceLongest, paymentMethod, type RefundMethod } from './payment-details.ts';

/** Texts for undoing payments and closing credits, apart from those that public pages load. */
export const paymentAdminTexts = {
  undone: 'Payment undone.',
  askUndoInvoice: 'The invoice becomes unpaid again. A receipt that was mailed is not recalled.',
  askUndoDonation:
    'The donation becomes pending again. The thanks that were mailed are not recalled.',
  keepAsCredit: 'The money is here: keep it as a credit',
  keepAsCreditHint: 'For example if it was for another invoice. It is listed under Credits.',
  mailsPayer: 'Mail the payer that the receipt was a mistake',
  mailsPayerHint: 'Only if a receipt was mailed.',
  returnedOn: 'The money went back on',
  returnedOnHint:
    'Only if the card scheme or the bank took it back, for example a chargeback or a cheque that bounced. Leave it empty if the payment was recorded by mistake.',
  returnedOrKept: 'Money that went back cannot be kept as a credit. Choose one of the two.',
  returnedLate: 'The day on which the money went back cannot be in the future.',
  returnedEarly: 'The money cannot go back before it came.',
  returnedCredit:
    'This was paid from a credit, which is here again when it is undone. Leave the day empty. If the money itself went back, then undo the payment from which the credit came.',
  returnedByLine:
    'This payment is on a statement of the bank. Book the line that took the money back, at Bank Matching.',
  byCard:
    'This was paid by card, so the money was received. Undoing it here does not refund it. Please refund it at PayFast, or enter the day of the chargeback.',
  fromBank:
    'This was booked from a bank statement. Unless you keep it as a credit, the line of the statement is open again, so that you can book it as something else.',
  laterPeriod:
    'A later membership period follows the one of this invoice. Choose whether that one is kept, or removed so that the later ones begin earlier.',
  otherOpen:
    'This member has another open membership invoice, and can have only one. Choose to void that one.',
  correct: 'Correct',
  askCorrect:
    'It stays the same payment: the membership, the receipt and credits of it do not change. In the books its money moves to the right account and day. If the month is closed, that is on the first open day.',
  correctInstead:
    'The amount and the member cannot be corrected. If one of them is wrong, undo the payment and record it again.',
  undoAtInvoice: (number: string) => `Undo it at ${number}`,
  undoAtCredits: 'Undo it at Credits',
  corrected: 'Payment corrected.',
  correctedUndone: 'This payment was undone, so it cannot be corrected.',
  correctedByCard: 'PayFast reported this payment, so it stays as PayFast reported it.',
  correctedFromCredit:
    'This was paid from a credit. Correct the payment from which the credit came.',
  correctedByLine:
    'This payment is on a statement of the bank, which says the day and the account. Only the reference can be corrected.',
  correctedRefunded: (method: RefundMethod) =>
    `Some of this money was paid back by ${method}, which is possible only if it came by ${method}. If the refund is wrong, too, undo it first.`,
  correctedTooLate: (day: string) =>
    `What became of this money is recorded for ${formatDay(day)}. Please enter that day or an earlier one.`,
  creditsFailed: 'The credits could not be loaded.',
  askClose:
    'It is removed from this list. The payment is kept with your reason, such as “Written off, R2 too much”.',
  closed: 'Marked as dealt with.',
} as const;

/**
 * `keepAsCredit`: the money is here, and belongs to something else. `returnedOn`: it was here, and was taken back on that
 * day. Without either the payment was a mistake.
 */
const undoForm = z.extend(reasonForm, {
  keepAsCredit: z.optional(z.boolean()),
  returnedOn: z.optional(z.nullable(day)),
  /** If a receipt was mailed, the payer gets a mail that takes it back. */
  mailsPayer: z.optional(z.boolean()),
  ...membershipChoice,
});

export const undoInvoicePayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/undo-payment/:id',
  permission: 'payments.record',
  summary: 'Undo a payment with a reason: the invoice is open again, its period is removed',
  params: idParams,
  body: undoForm,
  reply: invoice,
  idempotent: true,
});

export const undoDonationPayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/donations/undo-payment/:id',
  permission: 'payments.record',
  summary: 'Undo a payment with a reason: the donation is pending again',
  params: idParams,
  body: undoForm,
  reply: donation,
  idempotent: true,
});

export const undoPayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/undo/:id',
  permission: 'payments.record',
  summary: 'Undo one payment with a reason, or keep its money as a credit',
  params: idParams,
  body: undoForm,
  idempotent: true,
});

export const correctPayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/correct/:id',
  permission: 'payments.record',
  summary: 'Correct the day, the method and the reference of a payment, with a reason',
  params: idParams,
  body: z.extend(reasonForm, {
    paidOn: day,
    paidBy: paymentMethod,
    bankReference: z.optional(z.nullable(optionalText(bankReferenceLongest))),
  }),
  idempotent: true,
});
