import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, money } from '#contract/fields.ts';
import { invoice } from '#contract/invoices/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { membershipChoice } from '#contract/payments/membership-choice.ts';
import { reasonForm } from '#contract/reason.ts';

/** Texts for administrators, apart from those that public pages load. */
export const writeOffTexts = {
  done: 'Invoice written off.',
  undone: 'Write-off undone.',
  ask: 'The invoice is closed: what is still to pay is no longer owed. What was paid stays paid. A credit note is made.',
  reasonHint: 'It is printed on the credit note.',
  asPaid: 'Continue the membership as if the rest had been paid',
  asPaidHint: 'Otherwise the membership is not extended.',
  askUndo: 'The invoice is open again, and the credit note is marked as withdrawn.',
  balanceChanged: (balance: number) =>
    `Of this invoice ${formatRand(balance)} is to pay now. Look at it again before you write it off.`,
  isPaid: 'This invoice has been paid. There is nothing to write off.',
  isVoid: 'This invoice is void. There is nothing to write off.',
  already: 'This invoice has already been written off.',
  noMembership: 'This invoice is not for a membership.',
  undoFirst: 'This invoice has been written off. Undo the write-off first.',
  notes: 'Credit notes',
  recordedBy: (name: string, at: string, reason: string) => `By ${name} on ${at}: ${reason}`,
  withdrawn: (at: string, reason: string) => `Withdrawn on ${at}: ${reason}`,
  noteNotFound: 'This credit note does not exist.',
} as const;

/** The document of a write-off. */
export const creditNote = z.object({
  id,
  /** `CN-00042`. */
  number: z.string(),
  amount: money,
  reason: z.string(),
  recordedUtc: z.string(),
  /** The administrator. */
  recordedBy: z.string(),
  /** When the write-off was undone. */
  withdrawnUtc: z.nullable(z.string()),
  withdrawnReason: z.nullable(z.string()),
});
export type CreditNote = z.output<typeof creditNote>;

export const writeOffInvoice = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/:id/write-off',
  permission: 'money.write',
  summary: 'Close an invoice without the rest that is to pay, with a reason and a credit note',
  params: idParams,
  body: z.extend(reasonForm, {
    /** The balance as the administrator saw it. */
    amount: money,
    /** The membership continues as if the rest had been paid. */
    asPaid: z.optional(z.boolean()),
  }),
  reply: invoice,
  idempotent: true,
});

export const undoWriteOff = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/:id/undo-write-off',
  permission: 'money.write',
  summary: 'Undo a write-off with a reason: the invoice is open again; a repeat changes nothing',
  params: idParams,
  body: z.extend(reasonForm, membershipChoice),
  reply: invoice,
});

export const getCreditNotePdf = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/credit-notes/:id/pdf',
  permission: 'money.read',
  summary: 'The credit note of a write-off as a PDF',
  params: idParams,
  file: 'application/pdf',
});
