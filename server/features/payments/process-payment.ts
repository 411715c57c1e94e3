import type { Invoice } from '#contract/invoices/endpoints.ts';
import { type InvoicePayment, partTexts } from '#contract/payments/part-payment.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { settleInvoice } from './settle-invoice.ts';

/**
 * An administrator records the payment of an invoice, or a part of it. If somebody recorded another part
 * since the administrator saw the balance, nothing is recorded. A paid invoice does not change.
 */
export async function processPayment(
  ctx: Context,
  invoiceId: string,
  { amount, balance, ...details }: InvoicePayment,
): Promise<Invoice> {
  return inTransaction(ctx, async (inside) => {
    await lockInvoice(inside.db, invoiceId);
    const before = await readInvoice(inside.db, invoiceId);
    if (before.isPaid) return before;
    assertBalance(before, balance);
    const { invoice } = await settleInvoice(inside, {
      ...details,
      invoiceId,
      source: 'administrator',
      ...(amount == null ? {} : { amountCents: Math.round(amount * 100) }),
    });
    return invoice;
  });
}

/** So that a part that two administrators record counts once. */
export function assertBalance(
  { balance, amount }: Pick<Invoice, 'balance' | 'amount'>,
  seen: number | null | undefined,
): void {
  if (seen == null || Math.round(seen * 100) === Math.round(balance * 100)) return;
  throw conflict(partTexts.balanceChanged(amount - balance, balance));
}
