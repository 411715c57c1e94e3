import { isByStaff } from '#server/platform/access/permissions.ts';
import { invoiceTexts, type Invoice, isOpen } from '#contract/invoices/endpoints.ts';
import type { Context } from '#server/context.ts';
import { canAccessMember } from '#server/platform/access/member-reach.ts';
import { notFound } from '#server/errors.ts';
import { readInvoice, withoutNotes } from './queries.ts';

/** The full invoice, or the same 404 for another member's as for none. product-rules 3.3, 3.5. */
export async function invoiceFor(ctx: Context, id: string): Promise<Invoice> {
  const invoice = await readInvoice(ctx.db, id);
  if (!canAccessMember(ctx, invoice.memberId, 'money.read')) throw notFound(invoiceTexts.notFound);
  return shownTo(ctx, invoice);
}

/**
 * The invoice as the caller may see it. Every caller with the id may see whether it is paid, and while it is
 * open, what is still to pay.
 */
export async function publicInvoiceFor(
  ctx: Context,
  id: string,
): Promise<Invoice | Pick<Invoice, 'id' | 'amount' | 'isPaid' | 'state'>> {
  const invoice = await readInvoice(ctx.db, id);
  if (canAccessMember(ctx, invoice.memberId, 'money.read')) return shownTo(ctx, invoice);
  const { isPaid, state } = invoice;
  return { id, amount: isOpen(state) ? invoice.balance : invoice.amount, isPaid, state };
}

function shownTo(ctx: Context, invoice: Invoice): Invoice {
  return isByStaff(ctx) ? invoice : withoutNotes(invoice);
}
