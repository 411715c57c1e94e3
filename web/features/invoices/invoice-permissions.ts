import { invoiceAdminTexts as texts } from '#contract/invoices/admin-endpoints.ts';
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

/** What the user may do with the invoice or its payment. */
export interface InvoiceRights {
  mayUndo: boolean;
  mayCorrect: boolean;
  mayVoid: boolean;
}

/** Why the invoice is read-only, and what the user can do about it; null if it is not read-only. */
export function readOnlyReason(
  invoice: Invoice,
  { mayUndo, mayCorrect, mayVoid }: InvoiceRights,
  isKept = false,
): string | null {
  if (isEditable(invoice)) return null;
  if (invoice.state === 'writtenOff') return texts.isWrittenOff;
  if (invoice.isPaid) {
    return sentences(texts.isPaid, mayUndo && texts.undoPaid, mayCorrect && texts.correctPaid);
  }
  if (isPartPaid(invoice)) return sentences(texts.isPartPaid, mayUndo && texts.undoPart);
  return invoice.state === 'void'
    ? texts.isVoid
    : sentences(isKept ? texts.isKept : texts.isSent, mayVoid && texts.voidSent);
}

function sentences(...all: readonly (string | false)[]): string {
  return all.filter((each) => each !== false).join(' ');
}
