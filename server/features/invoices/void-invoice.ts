import { sql } from 'kysely';
import { invoiceAdminTexts } from '#contract/invoices/admin-endpoints.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { lockInvoice } from './lock-invoice.ts';
import { releaseParts } from './open-invoices.ts';
import { readInvoice } from './queries.ts';
import { auditInvoice } from './audit-invoice.ts';

/** Voids an invoice, which keeps its number. A paid invoice is refused. product-rules 6.4. */
export async function voidInvoice(ctx: Context, id: string, reason: string): Promise<Invoice> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    await lockInvoice(db, id);
    const before = await readInvoice(db, id);
    if (before.state === 'void') return before;
    if (before.state === 'writtenOff') throw conflict(invoiceAdminTexts.voidWrittenOff);
    if (before.isPaid) throw conflict(invoiceAdminTexts.voidPaid);
    if (before.balance < before.amount) await releaseParts(inside, sql`id = ${id}`);
    await db
      .updateTable('invoices')
      .set({ voided_at: at, void_reason: reason })
      .where('id', '=', id)
      .execute();
    const after = await readInvoice(db, id);
    await auditInvoice(inside, { action: 'voidInvoice', before, after });
    return after;
  });
}
