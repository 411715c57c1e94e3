import * as z from 'zod/mini';
import { invoiceForm } from '#contract/invoice-admin.ts';
import { type Invoice, offeredPaymentTypes } from '#contract/invoices.ts';
import { typedAmount } from '#web/ui/fields/read-amount.ts';

/** What is typed of an invoice for any amount. */
export const typedInvoice = z.extend(invoiceForm, {
  amount: typedAmount(invoiceForm.shape.amount),
});
export type TypedInvoice = z.input<typeof typedInvoice>;

/** Of a membership invoice only the payment type can be changed. Rules §3. */
export const typedMembership = z.pick(invoiceForm, { paymentType: true });

export function valuesOf(invoice: Invoice): TypedInvoice {
  const { userFirstName, userLastName, userEmail, address, line, paymentType } = invoice;
  return {
    userFirstName,
    userLastName,
    userEmail,
    address,
    line,
    amount: invoice.amount.toFixed(2),
    paymentType,
  };
}

/**
 * What is offered nowhere stays where it stands: `Pay Pal`, and a card while no cards are taken.
 * Rules §6.
 */
export function paymentTypeOptions(current: string | undefined, offersCard: boolean) {
  const known: readonly string[] = offeredPaymentTypes;
  const offered = known.filter((name) => offersCard || name !== 'Credit Card');
  const names =
    current === undefined || offered.includes(current) ? offered : [...offered, current];
  return names.map((name) => ({ value: name, label: name }));
}
