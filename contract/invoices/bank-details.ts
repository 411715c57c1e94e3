import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, money } from '#contract/fields.ts';

export const bankDetailsTexts = {
  failed: 'The bank details could not be loaded. They are in the PDF of the invoice, too.',
  fromAbroad: 'For payments from another country',
  none: 'Please ask us for our bank details.',
} as const;

/** The label of the reference that identifies the payer. */
export const referenceLabel = 'Payment reference';
export const swiftLabel = 'SWIFT code';

const bankDetail = z.object({ label: z.string(), value: z.string() });

/** What a payer needs for a bank transfer, in the reply that records what is to be paid. */
export const eftDetails = z.object({
  amount: money,
  reference: z.string(),
  /** Without the reference. Empty while no account number is entered. */
  bankDetails: z.array(bankDetail),
});
export type EftDetails = z.output<typeof eftDetails>;

/** The same lines as in the invoice's mail and PDF, fixed when it is issued. product-rules 6.15. */
export const getInvoiceBankDetails = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/invoices/:id/bank-details',
  access: 'signedIn',
  permission: 'money.read',
  summary: 'The bank details for paying the invoice by EFT; a Member can read only own invoices',
  params: idParams,
  reply: z.array(bankDetail),
});
