import * as z from 'zod/mini';
import { donation } from '#contract/donations/endpoints.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, money } from '#contract/fields.ts';
import { invoice } from '#contract/invoices/endpoints.ts';
import { paymentKinds } from './endpoints.ts';
import { reasonForm } from '#contract/reason.ts';
import { found, searchBody } from '#contract/search.ts';

/** Texts for undoing payments and closing credits, apart from those that public pages load. */
export const paymentAdminTexts = {
  undone: 'Payment undone.',
  askUndoInvoice:
    'The invoice becomes unpaid again, and a membership period that the payment added is removed. The receipt that was mailed is not recalled.',
  askUndoDonation:
    'The donation becomes pending again. The thanks that were mailed are not recalled.',
  byCard:
    'This was paid by card, so the money was received. Undoing it here does not refund it. Please refund it at PayFast.',
  laterPeriod: 'A later membership period depends on this payment. Undo the later payment first.',
  otherOpen:
    'This member has another open membership invoice. Void that one before you undo this payment.',
  creditsFailed: 'The credits could not be loaded.',
  creditNotFound: 'This payment does not exist.',
  notCredit: 'This payment belongs to an invoice or a donation. Undo it there.',
  askClose:
    'It is removed from this list. The payment is kept with your reason, such as “Refunded at PayFast on 3 March”.',
  closed: 'Marked as dealt with.',
  moreCredits: (count: number) => `and ${count} more`,
} as const;

export const undoInvoicePayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/undo-payment/:id',
  access: 'admin',
  summary: 'Undo a payment with a reason: the invoice is open again, its period is removed',
  params: idParams,
  body: reasonForm,
  reply: invoice,
  idempotent: true,
});

export const undoDonationPayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/donations/undo-payment/:id',
  access: 'admin',
  summary: 'Undo a payment with a reason: the donation is pending again',
  params: idParams,
  body: reasonForm,
  reply: donation,
  idempotent: true,
});

/** A payment without an open record to pay, not yet dealt with. product-rules 6.11. */
export const credit = z.object({
  id,
  kind: z.enum(paymentKinds),
  recordId: id,
  /** The number of the invoice or the reference of the donation that the payer meant. */
  recordName: z.string(),
  payer: z.string(),
  amount: money,
  paidOn: z.string(),
  /** The provider's number. */
  providerId: z.string(),
});
export type Credit = z.output<typeof credit>;

export const searchCredits = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/credits/search',
  access: 'admin',
  readOnly: true,
  summary: 'Credits that have not been dealt with, the newest first',
  body: searchBody({}, ['CreatedUtc']),
  reply: found(credit),
});

export const closeCredit = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/credits/:id/close',
  access: 'admin',
  summary: 'Mark a credit as dealt with, with a reason; a repeat changes nothing',
  params: idParams,
  body: reasonForm,
});
