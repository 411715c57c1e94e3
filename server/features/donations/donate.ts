import { randomUUID } from 'node:crypto';
import {
  donationTexts,
  donationTypeNames,
  isTooSmallForCard,
  type donate as endpoint,
  type Donation,
} from '#contract/donations/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { recordTicked } from '#server/features/communication/consents.ts';
import { takeNumber } from '#server/platform/db/take-number.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField } from '#server/errors.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { auditDonation } from './audit-donation.ts';
import { readDonation } from './queries.ts';

/**
 * Records a pending donation. For EFT, mails the bank details to the donor. A donation created by an
 * administrator sends no mail. Cards are refused below R5.00. product-rules 6.20, 7.10.
 */
export async function donate(ctx: Context, form: BodyOf<typeof endpoint>): Promise<Donation> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    const type = await db
      .selectFrom('donation_types')
      .selectAll()
      .where('id', '=', form.donationTypeId)
      .executeTakeFirst();
    if (type === undefined) throw badField('donationTypeId', donationTexts.noMethod);
    if (isTooSmallForCard(type.name, form.amount)) {
      throw badField('amount', donationTexts.tooSmallForCard);
    }
    const id = randomUUID();
    const isByAdministrator = by?.role === 'Admin';
    if (type.name === donationTypeNames.eft && !isByAdministrator) {
      await queueMail(inside, {
        kind: 'donation-details',
        toEmail: form.email,
        toName: `${form.firstName} ${form.lastName}`,
        about: { donationId: id },
      });
    }
    await db
      .insertInto('donations')
      .values({
        id,
        number: await takeNumber(db, 'donation'),
        first_name: form.firstName,
        last_name: form.lastName,
        email: form.email,
        donation_type_id: type.id,
        amount_cents: Math.round(form.amount * 100),
        created_at: at,
        card_outcome: null,
        payment_id: null,
      })
      .execute();
    // An administrator cannot give a consent for a donor.
    if (!isByAdministrator) {
      const { email, consents } = form;
      await recordTicked(inside, { email, choices: consents, source: 'donation' });
    }
    const donation = await readDonation(db, id);
    await auditDonation(inside, { action: 'donate', after: donation });
    return donation;
  });
}
