import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { type Invoice, isOpen } from '#contract/invoices/endpoints.ts';
import { centsOf } from '#contract/money.ts';
import {
  writeOffTexts as texts,
  type writeOffInvoice as endpoint,
} from '#contract/write-offs/endpoints.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { auditInvoice } from '#server/features/invoices/audit-invoice.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { addPeriod } from '#server/features/members/periods/add-period.ts';
import { takingNumbers } from '#server/platform/db/take-number.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

/**
 * Closes an open invoice without the rest that is to pay. What was paid of it stays, and nothing is posted in the
 * ledger. The amount is the balance as the administrator saw it. product-rules 6.39.
 */
export async function writeOffInvoice(
  ctx: Context,
  invoiceId: string,
  { amount, reason, asPaid = false }: BodyOf<typeof endpoint>,
): Promise<Invoice> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can write off an invoice');
    await lockInvoice(db, invoiceId);
    const before = await readInvoice(db, invoiceId);
    assertBalance(before, amount);
    if (asPaid && before.memberTypeId === null) throw badField('asPaid', texts.noMembership);
    if (asPaid) await addWrittenOffPeriod(inside, before);
    const writeOff = { id: randomUUID(), amount_cents: centsOf(amount) };
    await db
      // Last, because other transactions wait for the number.
      .with('taken', takingNumbers('credit-note'))
      .insertInto('write_offs')
      .values({
        ...writeOff,
        number: sql<number>`(SELECT last FROM taken)`,
        invoice_id: invoiceId,
        reason,
        as_paid: asPaid,
        recorded_at: at,
        recorded_by: by.userId,
      })
      .execute();
    await db
      .updateTable('invoices')
      .set({ write_off_id: writeOff.id, written_off_cents: writeOff.amount_cents })
      .where('id', '=', invoiceId)
      .execute();
    const after = await readInvoice(db, invoiceId);
    await auditInvoice(inside, { action: 'writeOffInvoice', before, after });
    return after;
  });
}

function assertBalance({ state, balance }: Invoice, amount: number): void {
  if (state === 'paid') throw conflict(texts.isPaid);
  if (state === 'void') throw conflict(texts.isVoid);
  if (!isOpen(state)) throw conflict(texts.already);
  if (centsOf(amount) !== centsOf(balance)) throw conflict(texts.balanceChanged(balance));
}

/** As a payment of today would do. */
async function addWrittenOffPeriod(
  ctx: Context,
  { id: invoiceId, memberId, memberTypeId, amount }: Invoice,
): Promise<void> {
  if (memberId === null || memberTypeId === null) return;
  const membership = { memberId, memberTypeId, feeCents: centsOf(amount), invoiceId };
  await addPeriod(ctx, { ...membership, paidOn: dayOf(ctx.at) });
}
