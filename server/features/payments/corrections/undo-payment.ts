import { creditTexts } from '#contract/payments/credits.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertMayUndo } from './assert-may-undo.ts';
import { assertMoney, reversePayment, type Undoing } from './reverse-payment.ts';
import { undoPayments } from './undo-payments.ts';

/** Undoes one payment: of an invoice, of a donation, or a credit whose money never came. */
export async function undoPayment(
  ctx: Context,
  id: string,
  undoing: Omit<Undoing, 'paymentId'>,
): Promise<void> {
  const { db } = ctx;
  const payment = await db
    .selectFrom('payments')
    .select(['invoice_id', 'counts_for'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (payment === undefined) throw notFound(creditTexts.notFound);
  const { invoice_id, counts_for } = payment;
  const only = { ...undoing, paymentId: id };
  if (counts_for === null) await undoCredit(ctx, id, undoing);
  else
    await undoPayments(
      ctx,
      { kind: invoice_id === null ? 'donation' : 'invoice', id: counts_for },
      only,
    );
}

async function undoCredit(ctx: Context, id: string, undoing: Undoing): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const payment = await inside.db
      .selectFrom('payments')
      .select([
        'id',
        'used_cents',
        'source',
        'payer_name',
        'amount_cents',
        'counts_for',
        'reported_elsewhere',
        'recorded_by',
        'recorded_at',
      ])
      .where('id', '=', id)
      .where('reversed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (payment === undefined || payment.counts_for !== null) return;
    // It was kept already: a repeat keeps it.
    if (undoing.keepAsCredit === true) return;
    assertMayUndo(inside, [payment]);
    assertMoney([payment], undoing);
    await reversePayment(inside, payment, { ...undoing, keepAsCredit: false });
    const { reason, returnedOn } = undoing;
    const after = { amount: payment.amount_cents / 100, reason, ...(returnedOn && { returnedOn }) };
    const name = payment.payer_name ?? '';
    await recordAudit(inside, { action: 'undoPayment', subject: 'payment', id, name, after });
  });
}
