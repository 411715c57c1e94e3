import * as z from 'zod/mini';
import {
  type Donation,
  donationForm,
  donationTexts,
  isTooSmallForCard,
} from '#contract/donations.ts';
import { typedAmount } from '#web/ui/fields/read-amount.ts';

const { firstName, lastName, email, donationTypeId } = donationForm.shape;
const amount = typedAmount(donationForm.shape.amount);
const edited = z.object({ firstName, lastName, email, amount });
const added = z.object({ firstName, lastName, email, donationTypeId, amount });

export type TypedDonation = z.input<typeof edited>;
export type TypedNewDonation = z.input<typeof added>;

const tooSmall = {
  error: donationTexts.tooSmallForCard,
  path: ['amount'],
  // Said together with what else is wrong, not one round later.
  when: () => true,
};

/** The type stays as it is. */
export function editedDonation(typeName: string) {
  return edited.check(z.refine((given) => !isTooSmallForCard(typeName, given.amount), tooSmall));
}

export function addedDonation(types: readonly { id: string; name: string }[]) {
  const nameOf = (wanted: string) => types.find(({ id }) => id === wanted)?.name;
  return added.check(
    z.refine((given) => !isTooSmallForCard(nameOf(given.donationTypeId), given.amount), tooSmall),
  );
}

export function valuesOf(donation: Donation): TypedDonation {
  return {
    firstName: donation.firstName,
    lastName: donation.lastName,
    email: donation.email,
    amount: donation.amount.toFixed(2),
  };
}
