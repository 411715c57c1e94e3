import { invoiceAdminTexts } from '#contract/invoices/admin-endpoints.ts';
import { type Invoice, isOpen } from '#contract/invoices/endpoints.ts';

/** Not sent, paid or void, so that it can still be edited. product-rules 6.3. */
export function isEditable({ state, sentUtc }: Invoice): boolean {
  return isOpen(state) && sentUtc === null;
}

export function isDeletable(invoice: Invoice): boolean {
  return isEditable(invoice) && invoice.memberTypeId === null;
}

/** Why the invoice is read-only; null if it is not. */
export function readOnlyReason(invoice: Invoice): string | null {
  if (isEditable(invoice)) return null;
  if (invoice.isPaid) return invoiceAdminTexts.isPaid;
  return invoice.state === 'void' ? invoiceAdminTexts.isVoid : invoiceAdminTexts.isSent;
}
