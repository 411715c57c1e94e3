import { invoiceAdminTexts } from '#contract/invoices/admin-endpoints.ts';
import { type Invoice, isOpen } from '#contract/invoices/endpoints.ts';

/** Not sent, void, written off or paid, not even in part, so that it can still be edited. product-rules 6.3. */
export function isEditable(invoice: Invoice): boolean {
  return isOpen(invoice.state) && invoice.sentUtc === null && !isPartPaid(invoice);
}

/** A paid invoice can be sent again. What was closed otherwise is not sent. */
export function isSendable({ state }: Pick<Invoice, 'state'>): boolean {
  return isOpen(state) || state === 'paid';
}

function isPartPaid({ state, amount, balance }: Invoice): boolean {
  return isOpen(state) && balance < amount;
}

export function isDeletable(invoice: Invoice): boolean {
  return isEditable(invoice) && invoice.memberTypeId === null;
}

/** Why the invoice is read-only; null if it is not. */
export function readOnlyReason(invoice: Invoice): string | null {
  if (isEditable(invoice)) return null;
  if (invoice.state === 'writtenOff') return invoiceAdminTexts.isWrittenOff;
  if (invoice.isPaid) return invoiceAdminTexts.isPaid;
  if (isPartPaid(invoice)) return invoiceAdminTexts.isPartPaid;
  return invoice.state === 'void' ? invoiceAdminTexts.isVoid : invoiceAdminTexts.isSent;
}
