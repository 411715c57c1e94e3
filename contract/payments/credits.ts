import * as z from 'zod/mini';
import { formatDay } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { day, email, id, idParams, money, optionalText, personName } from '#contract/fields.ts';
import { formatRand } from '#contract/money.ts';
import { reasonForm } from '#contract/reason.ts';
import { found, searchBody, yesNoFilter } from '#contract/search.ts';
import { paymentKinds } from './endpoints.ts';
import {
  bankReferenceLongest,
  paymentDetails,
  paymentMethod,
  paymentSource,
  positiveMoney,
  refundMethod,
  refundMethods,
  type PaymentMethod,
  type PaymentSource,
  type RefundMethod,
} from './payment-details.ts';
import { creditUse, type CreditUse } from './recorded-payment.ts';

/**
 * How money can be paid back: by card only to the card. Of a payment that was booked from a bank line, and of a credit by EFT that
 * was carried on, nobody knows whether it came with a settlement of the card machine.
 */
export function refundMethodsOf({
  method: came,
  source,
}: {
  method: PaymentMethod;
  source: PaymentSource;
}): readonly RefundMethod[] {
  const isUnknown = source === 'bank' || (source === 'credit' && came === 'EFT');
  const mayBeOfMachine = came === 'Card Machine' || isUnknown;
  return refundMethods.filter((method) => {
    if (method === 'Card Machine') return mayBeOfMachine;
    return method !== 'Credit Card' || came === method;
  });
}

/** Texts for money that pays no record. product-rules 6.34. */
export const creditTexts = {
  heading: 'Credits',
  failed: 'Failed to fetch credits',
  error: 'Error fetching credits',
  none: 'No credits',
  explained:
    'Money that was received and pays no invoice and no donation: second payments, what was paid too much, and money that nobody could assign yet. If the bank took money back that had been refunded or used, the payer owes it.',
  notFound: 'This payment does not exist.',
  left: (rand: number) =>
    rand === 0
      ? 'Nothing is left of this credit. Somebody may have dealt with it.'
      : `${formatRand(rand)} is left of this credit. Please enter that or less.`,
  withoutMoney: (name: string, rand: number) =>
    `The money of this credit came in for ${name} and went back. The payer owes ${formatRand(rand)} of it. Give up that sum under Credits, then mark this credit as dealt with.`,
  noMoney: {
    owed: 'Its money went back, and its payer owes it. Give up what is owed first, then mark this as dealt with.',
    wentBack:
      'Its money went back. Mark this as dealt with, or use it if the payer has paid again.',
  },
  usedBefore: (paidOn: string) =>
    `The money came on ${formatDay(paidOn)}. Please enter that day or a later one.`,
  notByCard: (method: RefundMethod) =>
    `This money did not come by ${method}, so it cannot be paid back by ${method}. Choose how it was paid back.`,
  creditSince: (day: string) =>
    `This money is a credit since ${formatDay(day)}. Please enter that day or a later one.`,
  refunded: 'Refund recorded.',
  refundExplained:
    'Pay the money back first: at your bank, in cash or at PayFast. This records it, so that the books agree.',
  carried: (name: string) => `Carried to ${name}.`,
  carriedTooMuch: (name: string, rand: number) =>
    `${name} has ${formatRand(rand)} to pay. Please enter that or less.`,
  notOpen: (name: string) => `${name} is paid or void. Please choose an open invoice.`,
  donated: (reference: string) => `Donation ${reference} recorded. The donor is thanked by mail.`,
  recorded: 'Money recorded. You find it among the credits.',
  owedBefore: 'It was owed to the payer before these books began',
  owedBeforeHint:
    'The money was reported elsewhere and is not counted again. Enter the last day before these books as the payment date.',
  bankLine: 'From a bank statement',
  hasVat: 'Is VAT in it?',
  hasVatMissing: 'Please say whether VAT is in it.',
  withVat: 'Yes',
  withVatMeans: (vat: number) =>
    `It was for something that the organisation charges VAT for. ${formatRand(vat)} is VAT, the rest is income.`,
  withoutVat: 'No',
  withoutVatMeans: 'It was a gift, or nobody knows what for. All of it is income.',
  undoUse: ({ kind, amount }: Pick<CreditUse, 'kind' | 'amount'>) => {
    const what = { refund: 'paid back', 'given-up': 'given up' };
    return `Undo ${formatRand(amount)} ${kind in what ? what[kind as keyof typeof what] : 'dealt with'}`;
  },
  undone: 'Undone. The money is a credit again.',
  undoneAfterReturn: 'Undone. The money went back, so it is no credit.',
  owedByPayer: 'owed by the payer',
  gaveUp: 'Given up. The payer owes nothing of it.',
  askGiveUp:
    'The organisation bears it. In the books it reduces what was kept of credits. If the payer has paid it, record that money and mark it as dealt with as well.',
  useNotFound: 'This use of a credit does not exist.',
  undoAtRecord: 'This paid an invoice or a donation. Undo the payment there.',
  usedFirst: (rand: number) =>
    `${formatRand(rand)} of this payment was refunded or carried on. Undo that first.`,
  givenUpFirst: 'What the payer owed was given up. Undo that first.',
} as const;

/** A payment of which something pays no record. */
export const credit = z.object({
  id,
  kind: z.nullable(z.enum(paymentKinds)),
  recordId: z.nullable(id),
  /** The number of the invoice or the reference of the donation that the payer meant; else empty. */
  recordName: z.string(),
  payer: z.string(),
  payerFirstName: z.string(),
  payerLastName: z.string(),
  /** Empty if nobody knows it. */
  payerEmail: z.string(),
  /** The rest of the credit. */
  amount: money,
  /** What was refunded or used before the money went back. The payer owes it. */
  owed: money,
  /** `owed`: it was carried from a payment that went back, and its payer owes what was used. `wentBack`: that was given up. */
  money: z.enum(['here', 'owed', 'wentBack']),
  hasGoneBack: z.boolean(),
  /** The VAT within it by the rate of today, for the question when it is kept. Null: nobody has to know. */
  keptVat: z.nullable(money),
  /** The whole payment. */
  received: money,
  paidOn: z.string(),
  method: paymentMethod,
  source: paymentSource,
  bankReference: z.nullable(z.string()),
  /** The provider's number; else empty. */
  providerId: z.string(),
  /** The line of the bank statement that it was booked from, or that confirms it. */
  bankLineId: z.nullable(id),
  uses: z.array(creditUse),
});
export type Credit = z.output<typeof credit>;

export const searchCredits = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/credits/search',
  permission: 'money.read',
  readOnly: true,
  summary: 'Payments of which something is left, the newest first; with isUsed, the others',
  body: searchBody({ isUsed: yesNoFilter }, ['CreatedUtc']),
  reply: found(credit),
});

export const recordMoney = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/credits',
  permission: 'money.write',
  summary: 'Record money without an invoice or a donation, or that was owed before, as a credit',
  body: z.extend(paymentDetails, {
    payerName: personName('Please enter who sent the money.'),
    amount: positiveMoney,
    /** It was owed to the payer before these books began. Its money is not in them. */
    reportedElsewhere: z.optional(z.nullable(z.boolean())),
  }),
  reply: credit,
  status: 201,
  idempotent: true,
});

export const refundCredit = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/credits/:id/refund',
  permission: 'money.write',
  summary: 'Record that a credit, or a part of it, was paid back',
  params: idParams,
  body: z.object({
    amount: positiveMoney,
    refundedOn: day,
    /** The default is EFT. */
    refundedBy: z.optional(z.nullable(refundMethod)),
    reference: z.optional(z.nullable(optionalText(bankReferenceLongest))),
    reason: z.optional(z.nullable(optionalText(500))),
  }),
  idempotent: true,
});

export const carryCredit = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/credits/:id/carry',
  permission: 'money.write',
  summary: 'Pay an open invoice, or a part of it, from a credit',
  params: idParams,
  body: z.object({ invoiceId: id, amount: positiveMoney }),
  idempotent: true,
});

export const donateCredit = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/credits/:id/donate',
  permission: 'money.write',
  summary: 'Make a donation of a credit, as the payer wished',
  params: idParams,
  body: z.object({
    amount: positiveMoney,
    firstName: personName('First name is required.'),
    lastName: personName('Last name is required.'),
    email: email(),
  }),
  reply: z.object({ donationId: id, reference: z.string() }),
  idempotent: true,
});

export const closeCredit = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/credits/:id/close',
  permission: 'money.write',
  summary:
    'Mark what is left of a credit as dealt with, or give up what is owed of it, with a reason; a repeat changes nothing',
  params: idParams,
  // On the payments basis of VAT it must be answered.
  body: z.extend(reasonForm, { hasVat: z.optional(z.nullable(z.boolean())) }),
});

export const undoCreditUse = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/credits/uses/:id/undo',
  permission: 'money.write',
  summary: 'Undo a refund or another use of a credit, with a reason: the credit is back',
  params: idParams,
  body: reasonForm,
  idempotent: true,
});
