import type { Invoice } from '#contract/invoices.ts';

/** "INV-00042 of Nomsa Dlamini", for those who hear the buttons one by one. */
export function invoiceName({ invoiceNumber, userFirstName, userLastName }: Invoice): string {
  return `${invoiceNumber} of ${userFirstName} ${userLastName}`;
}
