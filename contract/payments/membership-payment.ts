import * as z from 'zod/mini';
import { keptHere } from '#contract/communication/kept-mail.ts';
import { type Day, formatDay } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { day, id, idParams, money } from '#contract/fields.ts';
import { invoice } from '#contract/invoices/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { invoicePayment } from './part-payment.ts';

/** Texts for recording a payment where the member is. product-rules 6.23. */
export const membershipPaymentTexts = {
  recordPayment: 'Record payment',
  recorded: (name: string, validUntil: Day) =>
    `Payment of ${name} recorded. Valid until ${formatDay(validUntil)}.`,
  validUntil: (validUntil: Day) => `Valid until ${formatDay(validUntil)}`,
  receipt: (email: string, isMailKept: boolean) =>
    isMailKept ? `The receipt for ${email} is ${keptHere}` : `A receipt is sent to ${email}.`,
  archived: 'This member is archived. A payment cannot be recorded.',
  isFree: (typeName: string) =>
    `${typeName} is free, so there is no payment to record. Choose another member type.`,
  isHeld: (rand: number) =>
    `${formatRand(rand)} that is held for this member's invoices pays what is due. Send the renewal instead of recording a payment. If more money came, record it as a credit.`,
  carried: (rand: number) =>
    `${formatRand(rand)} that is held for this member's invoices pays a part of the fee.`,
  partRecorded: (name: string, rand: number) =>
    `Part payment of ${name} recorded. ${formatRand(rand)} is still to pay.`,
  extendedLater: 'The membership is extended when the rest is paid.',
  changed: (paidUntil: Day | null) =>
    `This membership was changed: ${paidUntil === null ? 'it has no paid period now' : `it is now paid until ${formatDay(paidUntil)}`}. Check that the payment is not recorded yet.`,
  staysDeactivated: 'This member is deactivated. A payment does not change this.',
  paysInvoice: (number: string | null) =>
    number === null
      ? 'The invoice is made with the payment. It is not sent.'
      : `The payment is for ${number}.`,
  voidsInvoice: (number: string) =>
    `${number} is open for another member type. It is voided when you record this payment.`,
  hidesRelatives:
    'Only the family type has relatives. They are hidden, and return with the family type.',
  saveFirst: 'Please save your changes before you record a payment or send an invoice.',
  doesNotRenew: 'This does not renew the membership.',
  renewInstead: 'To renew it, use',
} as const;

/** The type of the period. The default is the member's type. */
const memberTypeId = z.optional(z.nullable(id));

export const previewMembershipPayment = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/payment-preview',
  permission: 'payments.record',
  summary: 'What a payment of this day for this type would pay, and until when',
  params: idParams,
  query: z.object({ memberTypeId: z.optional(id), paidOn: z.optional(day) }),
  reply: z.object({
    /** The amount to pay, without what is carried. */
    amount: money,
    /** What is held for the member's own invoices and pays a part of the new one. */
    carried: money,
    /** The open invoice that it pays; `null`: one is made. */
    invoiceNumber: z.nullable(z.string()),
    /** The open invoice for another type, which is voided. */
    voidsInvoice: z.nullable(z.string()),
    /** The end of the last paid period so far. */
    paidUntil: z.nullable(day),
    startsOn: day,
    validUntil: day,
  }),
});

export const recordMembershipPayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/record-payment/:id',
  permission: 'payments.record',
  summary:
    'Record a membership fee: pays the open invoice or makes one, and mails the receipt only',
  params: idParams,
  body: z.extend(invoicePayment, {
    memberTypeId,
    /** The member's `paidUntil` as the administrator saw it. If it has changed, the call is a 409. */
    paidUntil: z.nullable(day),
  }),
  /** `validUntil` is `null` if something is still to pay. */
  reply: z.object({ invoice, validUntil: z.nullable(day) }),
  idempotent: true,
});
