import type { Invoice } from '#contract/invoices/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { undoWriteOff as endpoint } from '#contract/write-offs/endpoints.ts';
import type { Context } from '#server/context.ts';
import { auditInvoice } from '#server/features/invoices/audit-invoice.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { takeBackPeriod } from '#server/features/payments/corrections/take-back-period.ts';
import { leaveOneOpen } from '#server/features/payments/corrections/undo-payments.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

/**
 * Opens the invoice again. The credit note keeps its number and is withdrawn. Needs a choice if a later period or another
 * open invoice is there, as the undo of a payment does. product-rules 6.42.
 */
export async function undoWriteOff(
  ctx: Context,
  id: string,
  { reason, ...choice }: BodyOf<typeof endpoint>,
): Promise<Invoice> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can undo a write-off');
    await lockInvoice(db, id);
    const before = await readInvoice(db, id);
    if (before.state !== 'writtenOff') return before;
    if (before.memberTypeId !== null) await leaveOneOpen(inside, before, { ...choice, reason });
    if (before.isPaid) await takeBackPeriod(inside, id, choice.period);
    await db
      .updateTable('invoices')
      .set({ write_off_id: null, written_off_cents: 0 })
      .where('id', '=', id)
      .execute();
    await db
      .updateTable('write_offs')
      .set({ reversed_at: at, reversed_by: by.userId, reversed_reason: reason })
      .where('counts_for', '=', id)
      .execute();
    const after = await readInvoice(db, id);
    const period = before.isPaid && choice.period ? { period: choice.period } : {};
    await auditInvoice(inside, {
      action: 'undoWriteOff',
      before,
      after: { ...after, reason, ...period },
    });
    return after;
  });
}
