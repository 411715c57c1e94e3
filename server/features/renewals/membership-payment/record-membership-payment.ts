import { dayOf, startOf } from '#contract/days.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import type { Member } from '#contract/members/endpoints.ts';
import {
  membershipPaymentTexts as texts,
  type recordMembershipPayment as endpoint,
} from '#contract/payments/membership-payment.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { otherTypeReason, voidMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { withdrawInvoiceMail } from '#server/features/invoices/send-invoice.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import { lockMemberFor } from '#server/features/members/member-access.ts';
import { readMember } from '#server/features/members/queries.ts';
import { issueAnew } from '../open-renewal.ts';
import type { RenewalPayer } from '../renewing-member.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { carryOwnCredits } from '#server/features/payments/credits/own-credits.ts';
import { inCents } from '#server/features/payments/payment-on-wire.ts';
import { paymentDay } from '#server/features/payments/payment-day.ts';
import { settlePayable } from '#server/features/payments/settle-payable.ts';
import { planPayment, type PaymentPlan } from './plan-payment.ts';

/**
 * Records that a member has paid the fee: pays the open membership invoice or makes one, and mails the
 * receipt. No invoice is mailed to a member who has paid. If the membership has changed since the
 * administrator saw it, nothing is recorded, so that a payment counts once. product-rules 6.23.
 */
export async function recordMembershipPayment(
  ctx: Context,
  memberId: string,
  { memberTypeId, paidUntil, ...body }: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const details = inCents(body);
  const paidOn = paymentDay(ctx, details);
  return inTransaction(ctx, async (inside) => {
    const before = await lockMemberFor(inside, memberId);
    const plan = await planPayment(inside, before, { memberTypeId, paidOn });
    if (plan.paidUntil !== paidUntil) throw conflict(texts.changed(plan.paidUntil));

    const invoiceId = await invoiceToPay(inside, before, plan, details.paidBy);
    const { amountCents = plan.amountCents } = details;
    const payment = { ...details, amountCents, source: 'administrator' } as const;
    const ref = { kind: 'invoice', id: invoiceId } as const;
    const { onWire: invoice } = await settlePayable(inside, ref, payment);
    const after = await readMember(inside.db, memberId);
    await auditPayment(inside, { before, after, invoice, amount: amountCents / 100 });
    return { invoice, validUntil: invoice.isPaid ? after.paidUntil : null };
  });
}

/** In the member's history. The invoice has its own entry. */
async function auditPayment(
  ctx: Context,
  change: { before: Member; after: Member; invoice: Invoice; amount: number },
): Promise<void> {
  const { before, after, invoice, amount } = change;
  const { invoiceNumber, paidOn, paidBy, bankReference } = invoice;
  await recordAudit(ctx, {
    action: 'recordMembershipPayment',
    ...auditSubject(after),
    before,
    after: { ...after, invoiceNumber, amount, paidOn, paidBy, bankReference },
  });
}

/** The open invoice, without its waiting mails, or a new one. Held money has paid a part of it. */
async function invoiceToPay(
  ctx: Context,
  member: Member,
  { type, carriedCents, pays, issuedOn, voids }: PaymentPlan,
  paidBy: PaymentMethod | null | undefined,
): Promise<string> {
  if (pays !== null) {
    await withdrawInvoiceMail(ctx, pays.id);
    if (carriedCents > 0) await carryOwnCredits(ctx, member.id, pays.id);
    return pays.id;
  }
  if (voids !== null) {
    await withdrawInvoiceMail(ctx, voids.id);
    await voidMembershipInvoice(ctx, member.id, otherTypeReason);
  }
  const paymentType = paidBy === 'Credit Card' ? paidBy : 'EFT';
  return issueAnew(ctx, payerOf(member), type, {
    paymentType,
    ...(issuedOn < dayOf(ctx.at) && { issuedAt: startOf(issuedOn) }),
  });
}

function payerOf({ id, firstName, lastName, email, postalAddress, zipCode }: Member): RenewalPayer {
  return {
    id,
    first_name: firstName,
    last_name: lastName,
    email,
    postal_address: postalAddress,
    zip_code: zipCode,
  };
}
