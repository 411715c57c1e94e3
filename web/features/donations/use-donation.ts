import { type Donation, donationTexts, getDonation } from '#contract/donations.ts';
import { unanswered } from '#web/api/api-error.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useVersion, type Versioned } from '#web/forms/use-loaded-record.ts';

export type Version = Versioned<{ donation: Donation }>;

export function useDonation(id: string) {
  return useVersion(
    ['donations', 'one', id],
    (options) => callWithEtag(getDonation, { params: { id } }, options),
    (donation) => {
      // Whoever is no administrator any more is told less.
      if (!('email' in donation)) throw unanswered(donationTexts.error);
      return { donation };
    },
  );
}
