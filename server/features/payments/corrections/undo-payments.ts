import { paymentAdminTexts } from '#contract/payments/admin-endpoints.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import { writeOffTexts } from '#contract/write-offs/endpoints.ts';
import type { Context } from '#server/context.ts';
import { conflict, Refused, sentences } from '#server/errors.ts';
import { openMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { voidInvoice } from '#server/features/invoices/void-invoice.ts';
import { may } from '#server/platform/access/permissions.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import {
  auditPayable,
  lockPayable,
  type OnWire,
  type PayableKind,
  type PayableRecord,
  type PayableRef,
  readPayable,
  recordCardOutcome,
} from '../payable.ts';
import { assertMayUndo } from './assert-may-undo.ts';
import {
  assertMoney,
  countingPayments,
  reversePayment,
  type Undoing,
  withdrawReceipt,
} from './reverse-payment.ts';
import { takeBackPeriod } from './take-back-period.ts';

/**
 * The only way to undo payments of an invoice or a donation. Needs an administrator, a reason, and a choice if
 * a later period or another open invoice is there. The record is open again. Without a payment it does not change. product-rules 6.12.
 */
export async function undoPayments<K extends PayableKind>(
  ctx: Context,
  ref: PayableRef<K>,
  undoing: Undoing,
): Promise<OnWire[K]> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await lockPayable(db, ref);
    const before = await readPayable(db, ref);
    if (before.state === 'writtenOff') throw conflict(writeOffTexts.undoFirst);
    const payments = await countingPayments(db, ref.id, undoing);
    if (payments.length === 0) return before.onWire;
    assertMayUndo(inside, payments);
    assertMoney(payments, undoing);
    const isPaidInvoice = ref.kind === 'invoice' && before.state === 'paid';
    if (isPaidInvoice && before.memberTypeId !== null) await leaveOneOpen(inside, before, undoing);
    for (const payment of payments) await reversePayment(inside, payment, undoing);
    // The card provider's last outcome is no longer valid.
    await recordCardOutcome(db, ref, null);
    if (isPaidInvoice) await takeBackPeriod(inside, ref.id, undoing.period);
    const after = await readPayable(db, ref);
    const receipt = receiptOf(before, after);
    if (receipt !== null) await withdrawReceipt(inside, { kind: receipt, recordId: ref.id });
    if (undoing.mailsPayer === true) await takeBackReceipt(inside, before, payments);
    const isInvoice = ref.kind === 'invoice';
    const action = isInvoice ? 'undoInvoicePayment' : 'undoDonationPayment';
    const { reason, returnedOn, period } = undoing;
    await auditPayable(inside, {
      action,
      before,
      after,
      more: {
        reason,
        ...(returnedOn && { returnedOn }),
        ...(isPaidInvoice && period && { period }),
      },
    });
    return after.onWire;
  });
}

/** A waiting receipt of an undone part is not sent. Those of other parts are. */
function receiptOf({ kind, state }: PayableRecord, { amountCents, balanceCents }: PayableRecord) {
  if (kind === 'donation') return 'donation-thanks';
  if (state === 'paid') return 'receipt';
  return balanceCents < amountCents ? null : 'part-receipt';
}

/** Only of a receipt that has gone out: one that waited is withdrawn. */
async function takeBackReceipt(
  ctx: Context,
  { kind, id, firstName, lastName, email: toEmail }: PayableRecord,
  payments: readonly { id: string }[],
): Promise<void> {
  const mailed = await ctx.db
    .selectFrom('mails')
    .select('id')
    .where('kind', 'in', ['receipt', 'part-receipt', 'donation-thanks'])
    .where(isAbout(id))
    .limit(1)
    .executeTakeFirst();
  if (mailed === undefined || isErasedEmail(toEmail)) return;
  const about = kind === 'invoice' ? { invoiceId: id } : { donationId: id };
  await queueMail(ctx, {
    kind: 'receipt-mistake',
    toEmail,
    toName: `${firstName} ${lastName}`,
    about: { ...about, paymentIds: payments.map((payment) => payment.id) },
  });
}

/** A member has at most one open membership invoice, and this one becomes open. */
export async function leaveOneOpen(
  ctx: Context,
  { memberId }: Pick<PayableRecord, 'memberId'>,
  { voidsOther, reason }: Pick<Undoing, 'voidsOther' | 'reason'>,
): Promise<void> {
  const other = await openMembershipInvoice(ctx.db, memberId).select('id').executeTakeFirst();
  if (other === undefined) return;
  if (voidsOther !== true) throw conflict(paymentAdminTexts.otherOpen);
  if (!may(ctx, 'money.write')) throw new Refused('forbidden', sentences.forbidden);
  await voidInvoice(ctx, other.id, reason);
}
