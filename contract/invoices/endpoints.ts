import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, money } from '#contract/fields.ts';
import { invoicePayment } from '#contract/payments/part-payment.ts';
import { paidFields } from '#contract/payments/payment-details.ts';
import { referenceLabel } from './bank-details.ts';
import {
  dayFilter,
  found,
  idFilter,
  pagingQuery,
  searchBody,
  textFilter,
  yesNoFilter,
} from '#contract/search.ts';

/** `Pay Pal` is accepted but never offered. product-rules 6.6. */
const paymentTypes = ['Credit Card', 'Pay Pal', 'EFT'] as const;
export const offeredPaymentTypes = ['Credit Card', 'EFT'] as const;
export const paymentType = z.enum(paymentTypes, 'Please select a payment method.');
export type PaymentType = z.output<typeof paymentType>;
export const offeredPaymentType = z.enum(offeredPaymentTypes, 'Please select a payment method.');

export const invoiceTexts = {
  failed: 'Failed to fetch invoices',
  error: 'Error fetching invoices',
  notFound: 'This invoice does not exist.',
  askProcess: 'Are you sure you want to process this payment?',
  processed: 'Invoice payment processed successfully.',
  processFailed: 'Failed to process payment.',
  askResend: 'Are you sure you want to send this invoice again?',
  resent: 'Invoice email resent successfully.',
  resendFailed: 'Failed to resend invoice email.',
  isVoid: 'This invoice is void and cannot be paid.',
  voidNotSent: 'This invoice is void and cannot be sent.',
  noneOwn: 'No invoices yet',
  payByEft: 'Pay by bank transfer (EFT) and use exactly this reference:',
} as const;

const invoiceState = z.enum(['unpaid', 'failed', 'cancelled', 'paid', 'void', 'writtenOff']);

/** The badge labels. `failed` and `cancelled` refer to the last attempt to pay by card. */
export const invoiceStateNames = {
  unpaid: 'Unpaid',
  failed: 'Payment failed',
  cancelled: 'Payment cancelled',
  paid: 'Paid',
  void: 'Void',
  writtenOff: 'Written off',
} as const;

/** Whether the invoice can still be paid. A failed card payment leaves it open. */
export function isOpen(state: z.output<typeof invoiceState>): boolean {
  return state !== 'paid' && state !== 'void' && state !== 'writtenOff';
}

export const invoice = z.object({
  id,
  memberId: z.nullable(id),
  invoiceNumber: z.string(),
  /** `INV-00042-K`: what the payer writes on a bank transfer. */
  paymentReference: z.string(),
  amount: money,
  /** The rest to pay, after part payments. */
  balance: money,
  /** Also if it was written off, and the membership continues as if it had been paid. */
  isPaid: z.boolean(),
  state: invoiceState,
  paymentType,
  paidDate: z.nullable(z.string()),
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string(),
  line: z.string(),
  createdUtc: z.string(),
  /** For a membership invoice: the member type of the period that the payment adds. */
  memberTypeId: z.nullable(id),
  address: z.string(),
  /** The time of the first mail. */
  sentUtc: z.nullable(z.string()),
  /** The day on which the money arrived. `paidDate` is the time of recording. */
  paidOn: z.nullable(z.string()),
  ...paidFields,
  voidReason: z.nullable(z.string()),
  /** What was written off of it. */
  writtenOff: money,
  writeOffReason: z.nullable(z.string()),
  /** `CN-00042`. */
  creditNote: z.nullable(z.string()),
  /** When the latest proof of payment came that nobody has dealt with. */
  proofSentUtc: z.nullable(z.string()),
});
export type Invoice = z.output<typeof invoice>;

/** The editable fields of an invoice. */
export const invoiceFields = [
  'userFirstName',
  'userLastName',
  'userEmail',
  'address',
  'line',
  'amount',
  'paymentType',
] as const;

/** The part that is visible to anyone with the id. product-rules 3.5. */
const publicInvoice = z.object({
  id,
  /** While it is open: what is still to pay. */
  amount: money,
  isPaid: z.boolean(),
  state: invoiceState,
});

export const invoiceColumns = [
  'CreatedUtc',
  'InvoiceNumber',
  'UserLastName',
  'UserEmail',
  'Amount',
  'PaymentType',
  'PaidDate',
] as const;

const invoiceCsv = [
  { header: 'Number', field: 'invoiceNumber' },
  { header: 'For', field: 'line' },
  { header: 'First name', field: 'userFirstName' },
  { header: 'Last name', field: 'userLastName' },
  { header: 'Email', field: 'userEmail' },
  { header: 'Amount', field: 'amount', kind: 'money' },
  { header: 'Payment method', field: 'paymentType' },
  { header: 'Is Paid', field: 'state', names: invoiceStateNames },
  { header: 'Paid on', field: 'paidOn', kind: 'day' },
  { header: 'Paid by', field: 'paidBy' },
  { header: 'Bank reference', field: 'bankReference' },
  { header: 'Created', field: 'createdUtc', kind: 'moment' },
  { header: referenceLabel, field: 'paymentReference' },
] as const satisfies CsvColumns<Invoice>;

export const searchInvoices = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/search',
  access: 'signedIn',
  permission: 'money.read',
  readOnly: true,
  summary: 'Invoices that match all filters, the newest first; a Member finds only their own',
  body: searchBody(
    {
      memberId: idFilter,
      isPaid: yesNoFilter,
      paymentType: textFilter,
      invoiceNumber: textFilter,
      userLastName: textFilter,
      userEmail: textFilter,
      createdFrom: dayFilter,
      createdTo: dayFilter,
      paidFrom: dayFilter,
      paidTo: dayFilter,
    },
    invoiceColumns,
  ),
  reply: found(invoice),
  csv: { name: 'invoices', columns: invoiceCsv },
});

export const listInvoices = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/invoices',
  permission: 'money.read',
  summary: 'Invoices, a page at a time',
  query: pagingQuery,
  reply: z.array(invoice),
  counted: true,
});

export const getInvoice = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/invoices/:id',
  access: 'anyone',
  summary: 'One invoice: all fields for an Admin and its Member, amount and state for anyone else',
  params: idParams,
  reply: z.union([invoice, publicInvoice]),
  versioned: invoiceFields,
});

export const getInvoicePdf = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/invoices/:id/pdf',
  access: 'signedIn',
  permission: 'money.read',
  summary: 'The invoice as a PDF; a Member can read only own invoices',
  params: idParams,
  file: 'application/pdf',
  limit: { most: 30, per: 'minute' },
});

export const resendInvoiceEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/resend/:id',
  permission: 'members.write',
  summary: 'Mail the invoice again, the same document',
  params: idParams,
  idempotent: true,
});

export const processInvoicePayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/process-payment/:id',
  permission: 'money.write',
  summary: 'Record that the invoice was paid; a repeat changes nothing',
  params: idParams,
  body: invoicePayment,
  bodyOptional: true,
  reply: invoice,
  idempotent: true,
});
