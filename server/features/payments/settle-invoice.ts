import { invoiceTexts, type Invoice } from '#contract/invoices/endpoints.ts';
import { partTexts } from '#contract/payments/part-payment.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { auditInvoice } from '#server/features/invoices/audit-invoice.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import { isOpen } from '#server/features/invoices/open-invoices.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { addPeriod } from '#server/features/members/periods/add-period.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { paymentDay, recordPayment, type PaymentInput, type Recorded } from './record-payment.ts';

/** So that a part that two administrators record counts once. */
function assertBalance(
  { balance, amount }: Pick<Invoice, 'balance' | 'amount'>,
  seen: number | null | undefined,
): void {
  if (seen == null || Math.round(seen * 100) === Math.round(balance * 100)) return;
  throw conflict(partTexts.balanceChanged(amount - balance, balance));
}

/**
 * The only way to pay an invoice. For a membership it adds the period, and sets the type, the status
 * and the number. A paid invoice does not change. product-rules 6.8.
 */
export async function settleInvoice(
  ctx: Context,
  { invoiceId, ...input }: { invoiceId: string } & PaymentInput,
): Promise<Recorded & { invoice: Invoice }> {
  const paidOn = paymentDay(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    const member = await lockInvoice(db, invoiceId);
    const before = await readInvoice(db, invoiceId);
    const { id, state } = before;
    if (!isOpen(before) && input.externalReference === undefined) {
      if (state === 'void') throw conflict(invoiceTexts.isVoid);
      // Another payment, of which nothing would be recorded.
      assertBalance(before, input.seenBalance);
      return { outcome: 'already-paid', invoice: before };
    }
    assertBalance(before, input.seenBalance);
    const amountCents = Math.round(before.amount * 100);
    const record = {
      kind: 'subscription',
      id,
      amountCents,
      method: before.paymentType,
      owedCents: Math.round(before.balance * 100),
    } as const;
    const recorded = await recordPayment(ctx, record, { ...input, paidOn });
    const { outcome } = recorded;
    if (outcome !== 'settled' && outcome !== 'part') return { ...recorded, invoice: before };

    // The member's address may have changed since a membership invoice was issued.
    const toEmail = (before.memberTypeId === null ? undefined : member?.email) ?? before.userEmail;
    const isReceipted = outcome !== 'part' || input.withoutPartReceipt !== true;
    if (isReceipted && !isErasedEmail(toEmail)) {
      await queueMail(ctx, {
        kind: outcome === 'part' ? 'part-receipt' : 'receipt',
        toEmail,
        toName: `${before.userFirstName} ${before.userLastName}`,
        about: { invoiceId: id, paymentId: recorded.paymentId },
      });
    }
    const after = await readInvoice(db, id);
    const { memberId, memberTypeId } = before;
    if (after.paidOn !== null && memberId !== null && memberTypeId !== null) {
      // The day of the last payment, in whatever order the parts were recorded.
      const day = after.paidOn;
      const period = { memberId, memberTypeId, feeCents: amountCents, invoiceId: id, paidOn: day };
      // Late, because it may take a membership number, for which other transactions wait.
      await addPeriod(ctx, period);
    }
    await auditInvoice(ctx, { action: 'processInvoicePayment', before, after });
    return { ...recorded, invoice: after };
  });
}
