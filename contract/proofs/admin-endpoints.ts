import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, money } from '#contract/fields.ts';
import { found, idFilter, searchBody, yesNoFilter } from '#contract/search.ts';

/** Days after which a file is deleted that was dealt with, or whose invoice was paid or voided. product-rules 26.6. */
export const proofDays = 90;
/** Days after which any file is deleted. */
export const oldestProofDays = 365;
/** Days after which System Check names a file that waits. */
export const lateProofDays = 60;

export const proofKinds = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG picture',
  'image/png': 'PNG picture',
  'image/webp': 'WebP picture',
  'image/heic': 'HEIC picture',
} as const;
export type ProofType = keyof typeof proofKinds;

export const proofAdminTexts = {
  heading: 'Proofs of Payment',
  failed: 'Failed to fetch proofs of payment',
  error: 'Error fetching proofs of payment',
  notFound: 'This proof of payment does not exist.',
  explained:
    'Files that payers have sent. They pay nothing: record a payment when the money is in the bank account.',
  onInvoice: 'The payer has sent these files. They pay nothing by themselves.',
  download: 'Download',
  dealWith: 'Dealt with',
  reopen: 'Let it wait again',
  waits: 'Waiting',
  dealtWith: 'Dealt with',
  dealtWithBy: (who: string, when: string) => `Dealt with by ${who} on ${when}`,
  waitsVoid: 'Waiting, invoice void',
  waitsWrittenOff: 'Waiting, invoice written off',
  paid: 'Invoice paid',
  others: 'Dealt with or paid',
  waiting: (count: number) =>
    count === 1 ? '1 proof of payment waits' : `${count} proofs of payment wait`,
} as const;

const proof = z.object({
  id,
  invoiceId: id,
  invoiceNumber: z.string(),
  payer: z.string(),
  /** Of the invoice, what is still to pay. */
  balance: money,
  invoiceState: z.enum(['open', 'paid', 'void', 'writtenOff']),
  kind: z.enum(Object.keys(proofKinds) as ProofType[]),
  /** Of ours: `INV-00042-proof-1.pdf`. */
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  receivedUtc: z.string(),
  dealtWithUtc: z.nullable(z.string()),
  dealtWithBy: z.nullable(z.string()),
});
export type Proof = z.output<typeof proof>;

/** `isWaiting`: not dealt with, and of an invoice that is not paid. */
export const searchProofs = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payment-proofs/search',
  permission: 'money.read',
  readOnly: true,
  summary: 'Proofs of payment that payers have sent, the newest first',
  body: searchBody({ invoiceId: idFilter, isWaiting: yesNoFilter }, [
    'ReceivedUtc',
    'InvoiceNumber',
  ]),
  reply: found(proof),
});

/** Never shown by the browser: it is the file of a stranger. */
export const downloadProof = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/payment-proofs/:id/file',
  permission: 'money.read',
  summary: 'The file of a proof of payment, to save',
  params: idParams,
  file: 'application/octet-stream',
});

export const updateProof = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/payment-proofs/:id',
  permission: 'money.write',
  summary: 'Mark a proof of payment as dealt with, or let it wait again',
  params: idParams,
  body: z.object({ isDealtWith: z.boolean('isDealtWith is true or false.') }),
  reply: proof,
});
