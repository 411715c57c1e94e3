import { useQuery } from '@tanstack/react-query';
import { type Donation, donationTexts, getDonation } from '#contract/donations.ts';
import { unanswered } from '#web/api/api-error.ts';
import { callWithEtag } from '#web/api/call.ts';

/** The record as it was read, with the tag that an edit of it sends back. */
export interface Version {
  donation: Donation;
  etag: string | undefined;
}

/** Read once for each visit: the form keeps the version that it was filled from. */
export function useDonation(id: string) {
  return useQuery({
    queryKey: ['donations', 'one', id],
    queryFn: async ({ signal }): Promise<Version> => {
      const { data, etag } = await callWithEtag(getDonation, { params: { id } }, { signal });
      // Whoever is no administrator any more is told less.
      if (!('email' in data)) throw unanswered(donationTexts.error);
      return { donation: data, etag };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
