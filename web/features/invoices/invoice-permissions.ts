import { invoiceAdminTexts } from '#contract/invoice-admin.ts';
import { type Invoice, isOpen } from '#contract/invoices.ts';

/** Neither sent nor paid nor void: it can still be put right. Rules §6. */
export function isUnseen({ state, sentUtc }: Invoice): boolean {
  return isOpen(state) && sentUtc === null;
}

export function isDeletable(invoice: Invoice): boolean {
  return isUnseen(invoice) && invoice.memberTypeId === null;
}

/** Why nothing of it can be changed any more; null while something can. */
export function whyFixed(invoice: Invoice): string | null {
  if (isUnseen(invoice)) return null;
  if (invoice.isPaid) return invoiceAdminTexts.isPaid;
  return invoice.state === 'void' ? invoiceAdminTexts.isVoid : invoiceAdminTexts.isSent;
}
