import type { PaymentType } from '#contract/invoices/endpoints.ts';
import { replacedReason } from '#contract/renewals/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { auditInvoice } from '#server/features/invoices/audit-invoice.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import {
  openMembershipInvoice,
  voidMembershipInvoice,
} from '#server/features/invoices/open-invoices.ts';
import { issueInvoice, type InvoiceToIssue } from '#server/features/invoices/issue-invoice.ts';
import { carryOwnCredits } from '#server/features/payments/credits/own-credits.ts';
import type { Context } from '#server/context.ts';
import {
  renewalOf,
  type RenewalPayer,
  type RenewedType,
  type RenewingMember,
} from './renewing-member.ts';

/**
 * The open invoice of a locked member, with the newly chosen method. Held money pays it. An invoice for another type or
 * fee is voided instead, so that the member pays the fee that was displayed. Its parts become credits, which the new
 * invoice gets. product-rules 6.37.
 */
export async function reuseOpen(
  ctx: Context,
  member: RenewingMember,
  type: RenewedType,
  paymentType: PaymentType,
): Promise<string | null> {
  const { db } = ctx;
  const open = await openMembershipInvoice(db, member.id)
    .select(['id', 'member_type_id', 'amount_cents'])
    .executeTakeFirst();
  if (open === undefined) return null;
  const isSame = open.member_type_id === type.id && open.amount_cents === type.fee_cents;
  if (!isSame) {
    await voidMembershipInvoice(ctx, member.id, replacedReason);
    return null;
  }
  const before = await readInvoice(db, open.id);
  await db
    .updateTable('invoices')
    .set({ payment_type: paymentType })
    .where('id', '=', open.id)
    .execute();
  const after = await readInvoice(db, open.id);
  await auditInvoice(ctx, { action: 'generateInvoice', before, after });
  await carryOwnCredits(ctx, member.id, open.id);
  return open.id;
}

/** Issues the invoice of a locked member. What is held for the member's own invoices pays it. product-rules 6.37. */
export async function issueAnew(
  ctx: Context,
  member: RenewalPayer,
  type: RenewedType,
  { paymentType, ...dated }: Pick<InvoiceToIssue, 'paymentType' | 'issuedAt'>,
): Promise<string> {
  const id = await issueInvoice(ctx, { ...renewalOf(member, type, paymentType), ...dated });
  await carryOwnCredits(ctx, member.id, id);
  const after = await readInvoice(ctx.db, id);
  await auditInvoice(ctx, { action: 'generateInvoice', after });
  return id;
}

/** Whether the same email is already queued, so that two requests send it once. */
export async function isMailWaiting(db: Db, invoiceId: string): Promise<boolean> {
  const mail = await db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'invoice')
    .where('next_attempt_at', 'is not', null)
    .where('held_at', 'is', null)
    .where(isAbout(invoiceId))
    .executeTakeFirst();
  return mail !== undefined;
}
