import * as z from 'zod/mini';
import {
  donationForm,
  donationTexts,
  type DonationType,
  isTooSmallForCard,
} from '#contract/donations.ts';
import { typedAmount } from '#web/ui/fields/read-amount.ts';

const typed = z.object({
  ...donationForm.shape,
  amount: typedAmount(donationForm.shape.amount),
});

export type TypedDonation = z.input<typeof typed>;
export type GivenDonation = z.output<typeof typed>;

/** The server's own rules, and the least amount of a card. Rules §7. */
export function donateForm(types: readonly DonationType[]) {
  const nameOf = (wanted: string) => types.find(({ id }) => id === wanted)?.name;
  return typed.check(
    z.refine(({ amount, donationTypeId }) => !isTooSmallForCard(nameOf(donationTypeId), amount), {
      error: donationTexts.tooSmallForCard,
      path: ['amount'],
      // Said together with what else is wrong, not one round later.
      when: () => true,
    }),
  );
}
