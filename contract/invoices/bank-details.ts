import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';

export const bankDetailsTexts = {
  failed: 'The bank details could not be loaded. They are in the PDF of the invoice, too.',
  none: 'Please ask us for our bank details.',
} as const;

/** The label of the last of them: what tells us whose money it is. */
export const referenceLabel = 'Payment reference';

/** What is typed digit by digit into a bank's app: worth a button each. */
export const copiedLabels: readonly string[] = ['Account number', 'Branch code', referenceLabel];

/** The same lines as in the invoice's mail and PDF, frozen with it. product-rules 6.15. */
export const getInvoiceBankDetails = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/invoices/:id/bank-details',
  access: 'signedIn',
  summary: 'Where to pay the invoice by EFT, line by line; a Member reaches only own',
  params: idParams,
  reply: z.array(z.object({ label: z.string(), value: z.string() })),
});
