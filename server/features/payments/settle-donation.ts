import { donationTexts } from '#contract/donations/endpoints.ts';
import { noteDonation } from '#server/features/donations/audit-donation.ts';
import { readDonation } from '#server/features/donations/queries.ts';
import { notFound } from '#server/errors.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import type { Work } from '#server/context.ts';
import { lockCardRecord } from './card-record.ts';
import { settle, type Payable, type Receipt, type Settled } from './settle.ts';

/** Marks a donation as received; the donor is thanked. */
export function settleDonation(
  work: Work,
  { donationId, ...receipt }: { donationId: string } & Receipt,
): Promise<Settled> {
  return settle(work, receipt, (inside) => lockDonation(inside, donationId));
}

async function lockDonation(work: Work, id: string): Promise<Payable> {
  const { db } = work;
  await lockCardRecord(db, { kind: 'donation', id });
  const donation = await db
    .selectFrom('donations as d')
    .innerJoin('donation_types as t', 't.id', 'd.donation_type_id')
    .selectAll('d')
    .select('t.name as method')
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (donation === undefined) throw notFound(donationTexts.notFound);
  return {
    columns: { invoice_id: null, donation_id: id },
    amountCents: donation.amount_cents,
    method: donation.method,
    state: donation.payment_id === null ? 'open' : 'paid',
    pay: async (payment_id) => {
      const before = await readDonation(db, id);
      await db.updateTable('donations').set({ payment_id }).where('id', '=', id).execute();
      await queueMail(work, {
        kind: 'donation-thanks',
        toEmail: donation.email,
        toName: `${donation.first_name} ${donation.last_name}`,
        about: { donationId: id },
      });
      const after = await readDonation(db, id);
      await noteDonation(work, { action: 'processDonationPayment', before, after });
    },
  };
}
