import * as z from 'zod/mini';
import { money } from '#contract/fields.ts';
import { formatRand } from '#contract/money.ts';
import { paymentDetails, positiveMoney } from './payment-details.ts';

/** A payment of an invoice can be a part of it, or more than it. product-rules 6.33. */
export const invoicePayment = z.extend(paymentDetails, {
  /** The money that came. The default is the balance. */
  amount: z.optional(z.nullable(positiveMoney)),
  /** The balance as the administrator saw it. If it has changed, the call is a 409. */
  balance: z.optional(z.nullable(money)),
});
export type InvoicePayment = z.output<typeof invoicePayment>;

/** Texts for payments of another amount than what is owed. */
export const partTexts = {
  balanceChanged: (paid: number, balance: number) =>
    `Another payment was recorded meanwhile: ${formatRand(paid)} is paid and ${formatRand(balance)} is still to pay. Check that yours is not recorded yet.`,
  staysOpen: (balance: number) => `${formatRand(balance)} stays to pay.`,
  becomesCredit: (credit: number) =>
    `${formatRand(credit)} more than is owed. It is kept as a credit.`,
} as const;
