import type { Donation } from '#contract/donations.ts';
import type { Db } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { noteDonation } from '#server/donations/note-donation.ts';
import { readDonation } from '#server/donations/queries.ts';
import type { Work } from '#server/work.ts';
import { lockCardRecord } from '../card-record.ts';
import { closePayment, withdrawReceipt } from './close-payment.ts';

/** A received donation is pending again; by an administrator, with a reason. Rules §6. */
export async function undoDonationPayment(
  work: Work,
  id: string,
  reason: string,
): Promise<Donation> {
  return inTransaction(work, async (inside) => {
    const { db } = inside;
    await lockCardRecord(db, { kind: 'donation', id });
    const before = await readDonation(db, id);
    if (!before.isReceived) return before;
    await closePayment(inside, await letGo(db, id), reason);
    await withdrawReceipt(inside, { kind: 'donation-thanks', donationId: id });
    const after = await readDonation(db, id);
    const noted = { ...after, reason };
    await noteDonation(inside, { action: 'undoDonationPayment', before, after: noted });
    return after;
  });
}

/** Answers the payment that the donation pointed to. */
async function letGo(db: Db, id: string): Promise<string> {
  const { payment_id } = await db
    .selectFrom('donations')
    .select('payment_id')
    .where('id', '=', id)
    .where('payment_id', 'is not', null)
    .$narrowType<{ payment_id: string }>()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('donations')
    .set({ payment_id: null, card_outcome: null })
    .where('id', '=', id)
    .execute();
  return payment_id;
}
