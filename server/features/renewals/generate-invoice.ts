import { isByStaff } from '#server/platform/access/permissions.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { renewTexts, type generateInvoice as endpoint } from '#contract/renewals/endpoints.ts';
import { centsOf } from '#contract/money.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField, conflict } from '#server/errors.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { sendInvoice, withdrawInvoiceMail } from '#server/features/invoices/send-invoice.ts';
import { findMemberType } from '#server/features/member-types/queries.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import type { Context } from '#server/context.ts';
import { isMailWaiting, issueAnew, reuseOpen } from './open-renewal.ts';
import { renewForFree } from './renew-for-free.ts';
import { lockRenewingMember, type RenewingMember } from './renewing-member.ts';

/**
 * Issues the renewal invoice of a member and returns its id. An EFT invoice is mailed. A repeated call
 * returns the open invoice with the new method. A free type gets its next period without an invoice,
 * and the result is null. product-rules 3.11, 5.24, 6.14.
 */
export async function generateInvoice(
  ctx: Context,
  { memberId, amount, paymentType }: BodyOf<typeof endpoint>,
): Promise<string | null> {
  return inTransaction(ctx, async (inside) => {
    const member = await lockRenewingMember(inside, memberId);
    await refuseUntimely(inside, member);
    const type = await findMemberType(inside.db, member.member_type_id);
    if (type === undefined) throw new Error(`member ${member.id} has no type`);
    if (centsOf(amount) !== type.fee_cents) {
      throw badField('amount', renewTexts.feeIs(type.fee_cents / 100));
    }
    if (type.fee_cents === 0) return renewForFree(inside, member);
    const invoiceId =
      (await reuseOpen(inside, member, type, paymentType)) ??
      (await issueAnew(inside, member, type, { paymentType }));
    // A card invoice is not mailed before it is paid (product-rules 8.5).
    const { isPaid } = await readInvoice(inside.db, invoiceId);
    // What was held has paid it: the receipt is the only mail.
    if (isPaid) {
      await withdrawInvoiceMail(inside, invoiceId);
      return invoiceId;
    }
    if (paymentType === 'EFT' && !(await isMailWaiting(inside.db, invoiceId))) {
      await sendInvoice(inside, invoiceId);
    }
    return invoiceId;
  });
}

async function refuseUntimely(ctx: Context, member: RenewingMember): Promise<void> {
  const { db } = ctx;
  if (member.archived_at !== null) throw conflict(renewTexts.archived);
  if (isByStaff(ctx)) return;
  const due = [await statusId(db, statusNames.due), await statusId(db, statusNames.expired)];
  if (!due.includes(member.member_status_id)) throw conflict(renewTexts.notDue);
}
