import * as z from 'zod/mini';
import { day, money, optionalText } from '#contract/fields.ts';

/** What an administrator can record. Payers choose from shorter lists. `SnapScan` is also Zapper. */
export const offeredMethods = [
  'EFT',
  'Cash',
  'Credit Card',
  'World Remit',
  'Wise',
  'Card Machine',
  'Debit Order',
  'SnapScan',
  'Cheque',
  'Other',
] as const;

/**
 * How money can arrive. The chosen payment type of an invoice can differ from it. `Pay Pal` is accepted
 * but never offered. product-rules 6.6, 6.22.
 */
export const paymentMethod = z.enum(
  [...offeredMethods, 'Pay Pal'],
  'Please choose how the money came.',
);
export type PaymentMethod = z.output<typeof paymentMethod>;

/** How an organisation can pay money back. A debit order only collects. */
export const refundMethods = [
  'EFT',
  'Cash',
  'Credit Card',
  'World Remit',
  'Wise',
  'Card Machine',
  'SnapScan',
  'Cheque',
  'Other',
] as const satisfies readonly PaymentMethod[];
export const refundMethod = z.enum(refundMethods, 'Please choose how the money was paid back.');
export type RefundMethod = z.output<typeof refundMethod>;

/** As an administrator chooses it. */
export function methodLabel(method: PaymentMethod): string {
  return method === 'SnapScan' ? 'SnapScan or Zapper' : method;
}

/** Characters. */
export const bankReferenceLongest = 100;

/**
 * The source of a payment. `credit`: it was carried on from the credit of another payment. `bank`: an
 * administrator booked it from a line of a bank statement.
 */
export const paymentSource = z.enum(['administrator', 'payfast', 'credit', 'bank']);
export type PaymentSource = z.output<typeof paymentSource>;

export const positiveMoney = money.check(z.gte(0.01, 'Please enter an amount above zero.'));

/** What an administrator knows of a payment. All of it is optional. */
export const paymentDetails = z.object({
  /** The day on which the money arrived, if it is before today. */
  paidOn: z.optional(z.nullable(day)),
  /** The default is the chosen payment type. */
  paidBy: z.optional(z.nullable(paymentMethod)),
  /** As on the bank statement. Several payments can have the same. */
  bankReference: z.optional(z.nullable(optionalText(bankReferenceLongest))),
});
export type PaymentDetails = z.output<typeof paymentDetails>;

/** The payment of a paid invoice or a received donation. */
export const paidFields = {
  paidBy: z.nullable(paymentMethod),
  /** Who reported the payment: an administrator, or the card provider. */
  paymentSource: z.nullable(paymentSource),
  /** For administrators only. */
  bankReference: z.nullable(z.string()),
};

/** "EFT", or "EFT, paid by Credit Card" if the money came in another way than chosen. */
export function paymentInWords(chosen: string, paidBy: PaymentMethod | null): string {
  return paidBy === null || paidBy === chosen ? chosen : `${chosen}, paid by ${paidBy}`;
}

/** "EFT, from a bank statement". The page names the administrator who recorded it elsewhere. */
export function paidByInWords(paid: {
  paidBy: PaymentMethod | null;
  paymentSource: PaymentSource | null;
}): string {
  const source = sourceWords[paid.paymentSource ?? 'administrator'];
  return source === null ? (paid.paidBy ?? '') : `${paid.paidBy ?? ''}, ${source}`;
}

const sourceWords: Readonly<Record<PaymentSource, string | null>> = {
  administrator: null,
  payfast: 'at PayFast',
  credit: 'from a credit',
  bank: 'from a bank statement',
};
