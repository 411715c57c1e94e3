import type { Donation } from '#contract/donations/endpoints.ts';
import type { Context } from '#server/context.ts';
import { takingNumbers } from '#server/platform/db/take-number.ts';
import type { DonationMethod } from '#server/platform/db/tables.ts';
import { donationOf } from './queries.ts';

export interface ChosenType {
  id: string;
  name: DonationMethod;
}

interface NewDonation {
  id: string;
  donor: Pick<Donation, 'firstName' | 'lastName' | 'email'>;
  amountCents: number;
  type: ChosenType;
  needsAnswer: boolean;
}

/** Call it last, because other transactions wait for the number. */
export async function addDonation(
  { db, at }: Context,
  { id, donor, amountCents, type, needsAnswer }: NewDonation,
): Promise<Donation> {
  const { firstName, lastName, email } = donor;
  const needsAnswerSince = needsAnswer ? at : null;
  const { number } = await db
    .with('taken', takingNumbers('donation'))
    .insertInto('donations')
    .values({
      id,
      number: (row) => row.selectFrom('taken').select('last'),
      first_name: firstName,
      last_name: lastName,
      email,
      donation_type_id: type.id,
      amount_cents: amountCents,
      created_at: at,
      card_outcome: null,
      needs_answer_since: needsAnswerSince,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return donationOf({
    id,
    number,
    firstName,
    lastName,
    email,
    donationTypeId: type.id,
    donationTypeName: type.name,
    amountCents,
    cardOutcome: null,
    receivedAt: null,
    receivedOn: null,
    paidBy: null,
    paymentSource: null,
    bankReference: null,
    needsAnswerSince,
    withdrawnAt: null,
    createdAt: at,
  });
}
