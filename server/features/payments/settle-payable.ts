import { donationTexts } from '#contract/donations/endpoints.ts';
import { invoiceTexts } from '#contract/invoices/endpoints.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import { partTexts } from '#contract/payments/part-payment.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { addPeriod } from '#server/features/members/periods/add-period.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import {
  auditPayable,
  lockPayable,
  type OnWire,
  type PayableKind,
  type PayableRecord,
  type PayableRef,
  readPayable,
} from './payable.ts';
import { paymentDay } from './payment-day.ts';
import { recordPayment, type PaymentInput, type Recorded } from './record-payment.ts';

/**
 * The only way to pay an invoice or a donation, and mails the receipt. For a membership it adds the period, and
 * sets the type, the status and the number. A paid record does not change. product-rules 6.8.
 */
export async function settlePayable<K extends PayableKind>(
  ctx: Context,
  ref: PayableRef<K>,
  input: PaymentInput,
): Promise<Recorded & { onWire: OnWire[K] }> {
  const paidOn = paymentDay(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    const member = await lockPayable(db, ref);
    const before = await readPayable(db, ref);
    const { state, onWire } = before;
    const isReported = input.externalReference !== undefined;
    if (state === 'writtenOff' && !isReported) throw conflict(paymentTexts.isWrittenOff);
    if (state === 'void' && !isReported) {
      throw conflict(ref.kind === 'invoice' ? invoiceTexts.isVoid : donationTexts.isWithdrawn);
    }
    assertBalance(before, input);
    if (state === 'paid' && !isReported) return { outcome: 'already-paid', onWire };
    if (ref.kind === 'donation') assertWhole(before, input);
    const { audited, ...recorded } = await recordPayment(ctx, before, { ...input, paidOn });
    const { outcome, paymentId } = recorded;
    if (outcome !== 'settled' && outcome !== 'part') return { ...recorded, onWire };

    if (outcome !== 'part' || input.withoutPartReceipt !== true) {
      // The member's address may have changed since a membership invoice was issued.
      const toEmail = (before.memberTypeId === null ? undefined : member?.email) ?? before.email;
      await queueReceipt(ctx, { ...before, email: toEmail }, { outcome, paymentId });
    }
    const after = await readPayable(db, ref);
    // Late, because it may take a membership number, for which other transactions wait.
    await addPaidPeriod(ctx, after);
    const isInvoice = ref.kind === 'invoice';
    const action = isInvoice ? 'processInvoicePayment' : 'processDonationPayment';
    await auditPayable(ctx, { action, before, after, more: { payment: audited } });
    return { ...recorded, onWire: after.onWire };
  });
}

/** So that a part that two administrators record counts once. */
function assertBalance(
  { amountCents, balanceCents }: PayableRecord,
  { seenBalanceCents = balanceCents }: PaymentInput,
): void {
  if (seenBalanceCents === balanceCents) return;
  throw conflict(partTexts.balanceChanged((amountCents - balanceCents) / 100, balanceCents / 100));
}

function assertWhole(
  { balanceCents }: PayableRecord,
  { amountCents = balanceCents, wasAsked }: PaymentInput,
): void {
  if (wasAsked === false || amountCents >= balanceCents) return;
  throw badField('amount', donationTexts.receivedWhole(balanceCents / 100));
}

async function queueReceipt(
  ctx: Context,
  { kind, id, firstName, lastName, email: toEmail }: PayableRecord,
  { outcome, paymentId }: Recorded,
): Promise<void> {
  if (isErasedEmail(toEmail)) return;
  const to = { toEmail, toName: `${firstName} ${lastName}` };
  await queueMail(
    ctx,
    kind === 'donation'
      ? { kind: 'donation-thanks', ...to, about: { donationId: id } }
      : {
          kind: outcome === 'part' ? 'part-receipt' : 'receipt',
          ...to,
          about: { invoiceId: id, paymentId },
        },
  );
}

async function addPaidPeriod(
  ctx: Context,
  { id: invoiceId, memberId, memberTypeId, amountCents: feeCents, paidOn }: PayableRecord,
): Promise<void> {
  if (paidOn === null || memberId === null || memberTypeId === null) return;
  // The day of the last payment, in whatever order the parts were recorded.
  await addPeriod(ctx, { memberId, memberTypeId, feeCents, invoiceId, paidOn });
}
