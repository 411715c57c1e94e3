import type { Invoice } from '#contract/invoices/endpoints.ts';
import { writeOffTexts as texts } from '#contract/write-offs/endpoints.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { auditInvoice } from '#server/features/invoices/audit-invoice.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import { openMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { takeBackPeriod } from '#server/features/payments/corrections/take-back-period.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

/**
 * Opens the invoice again. The credit note keeps its number and is withdrawn. A membership period that the write-off
 * added is removed, unless a later one depends on it. product-rules 6.41.
 */
export async function undoWriteOff(ctx: Context, id: string, reason: string): Promise<Invoice> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can undo a write-off');
    await lockInvoice(db, id);
    const before = await readInvoice(db, id);
    if (before.state !== 'writtenOff') return before;
    if (before.memberTypeId !== null) await refuseSecondOpen(db, before);
    if (before.isPaid) await takeBackPeriod(inside, id, { laterPeriod: texts.laterPeriod });
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
    await auditInvoice(inside, { action: 'undoWriteOff', before, after: { ...after, reason } });
    return after;
  });
}

async function refuseSecondOpen(db: Db, { memberId }: Invoice): Promise<void> {
  const other = await openMembershipInvoice(db, memberId).select('id').executeTakeFirst();
  if (other !== undefined) throw conflict(texts.otherOpen);
}
