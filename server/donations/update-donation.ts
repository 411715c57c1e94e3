import {
  donationTexts,
  isTooSmallForCard,
  updateDonation as endpoint,
  type Donation,
} from '#contract/donations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { refuseStale } from '../http/version.ts';
import type { Work } from '../work.ts';
import { findDonation } from './queries.ts';

/** A received donation can't be changed. A field left out keeps its value. Rules §1, §6. */
export async function updateDonation(
  work: Work,
  id: string,
  form: BodyOf<typeof endpoint>,
  ifMatch?: string,
): Promise<Donation> {
  return inTransaction(work, async ({ db }) => {
    const donation = await lockPending(db, id);
    refuseStale(ifMatch, endpoint, donation);
    const { firstName, lastName, email, amount } = { ...donation, ...given(form) };
    if (isTooSmallForCard(donation.donationTypeName, amount)) {
      throw badField('amount', donationTexts.tooSmallForCard);
    }
    await db
      .updateTable('donations')
      .set({
        first_name: firstName,
        last_name: lastName,
        email,
        amount_cents: Math.round(amount * 100),
      })
      .where('id', '=', id)
      .execute();
    return { ...donation, firstName, lastName, email, amount };
  });
}

export async function deleteDonation(work: Work, id: string): Promise<void> {
  await inTransaction(work, async ({ db }) => {
    await lockPending(db, id);
    await db.deleteFrom('donations').where('id', '=', id).execute();
  });
}

async function lockPending(db: Db, id: string): Promise<Donation> {
  await db.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
  const donation = await findDonation(db, id);
  if (donation === undefined) throw notFound(donationTexts.notFound);
  if (donation.isReceived) throw conflict(donationTexts.isReceived);
  return donation;
}

function given<T extends object>(form: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(form).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
