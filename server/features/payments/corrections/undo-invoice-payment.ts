import type { Invoice } from '#contract/invoices/endpoints.ts';
import { paymentAdminTexts } from '#contract/payments/admin-endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict } from '#server/errors.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import { auditInvoice } from '#server/features/invoices/audit-invoice.ts';
import { openMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import type { Context } from '#server/context.ts';
import {
  countingPayments,
  reversePayments,
  type Undoing,
  withdrawReceipt,
} from './reverse-payment.ts';
import { takeBackPeriod } from './take-back-period.ts';

/**
 * The only way to undo payments of an invoice. Needs an administrator, a reason, and no later period
 * that depends on them. The invoice is open again. Without a payment it does not change. product-rules 6.12.
 */
export async function undoInvoicePayment(
  ctx: Context,
  id: string,
  undoing: Undoing,
): Promise<Invoice> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await lockInvoice(db, id);
    const before = await readInvoice(db, id);
    const payments = await countingPayments(db, id, undoing);
    if (payments.length === 0) return before;
    const { isPaid, memberTypeId } = before;
    if (isPaid && memberTypeId !== null) await refuseSecondOpen(db, before);
    await reversePayments(inside, { kind: 'subscription', id }, payments, undoing);
    if (isPaid) await takeBackPeriod(inside, id);
    const after = await readInvoice(db, id);
    // A waiting receipt of an undone part is not sent. Those of other parts are.
    const hasOtherParts = after.balance < after.amount;
    if (isPaid) await withdrawReceipt(inside, { kind: 'receipt', recordId: id });
    else if (!hasOtherParts) await withdrawReceipt(inside, { kind: 'part-receipt', recordId: id });
    const noted = { ...after, reason: undoing.reason };
    await auditInvoice(inside, { action: 'undoInvoicePayment', before, after: noted });
    return after;
  });
}

async function refuseSecondOpen(db: Db, { memberId }: Invoice): Promise<void> {
  const other = await openMembershipInvoice(db, memberId).select('id').executeTakeFirst();
  if (other !== undefined) throw conflict(paymentAdminTexts.otherOpen);
}
