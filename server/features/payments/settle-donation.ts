import { type Donation, donationTexts } from '#contract/donations/endpoints.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { auditDonation } from '#server/features/donations/audit-donation.ts';
import { readDonation } from '#server/features/donations/queries.ts';
import type { DonationMethod } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { lockCardRecord } from './card-record.ts';
import { paymentDay, recordPayment, type PaymentInput, type Recorded } from './record-payment.ts';

/** The only way to mark a donation as received. Mails the receipt to the donor. product-rules 6.8. */
export async function settleDonation(
  ctx: Context,
  { donationId, ...input }: { donationId: string } & PaymentInput,
): Promise<Recorded & { donation: Donation }> {
  const paidOn = paymentDay(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    await lockCardRecord(db, { kind: 'donation', id: donationId });
    const before = await readDonation(db, donationId);
    const { id, isReceived, isWithdrawn } = before;
    if (isWithdrawn && input.externalReference === undefined) {
      throw conflict(donationTexts.isWithdrawn);
    }
    if (isReceived && input.externalReference === undefined) {
      return { outcome: 'already-paid', donation: before };
    }
    const amountCents = Math.round(before.amount * 100);
    const counts = !isReceived && !isWithdrawn && input.wasAsked !== false;
    if (counts && (input.amountCents ?? amountCents) < amountCents) {
      throw badField('amount', donationTexts.receivedWhole(before.amount));
    }
    const record = {
      kind: 'donation',
      id,
      amountCents,
      method: before.donationTypeName as DonationMethod,
      owedCents: isReceived || isWithdrawn ? 0 : amountCents,
    } as const;
    const recorded = await recordPayment(ctx, record, { ...input, paidOn });
    if (recorded.outcome !== 'settled') return { ...recorded, donation: before };

    if (!isErasedEmail(before.email)) {
      await queueMail(ctx, {
        kind: 'donation-thanks',
        toEmail: before.email,
        toName: `${before.firstName} ${before.lastName}`,
        about: { donationId: id },
      });
    }
    const after = await readDonation(db, id);
    await auditDonation(ctx, { action: 'processDonationPayment', before, after });
    return { ...recorded, donation: after };
  });
}
