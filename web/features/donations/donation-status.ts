import type { Donation } from '#contract/donations/endpoints.ts';

/** The badge of a donation. */
export function donationStatus({
  isReceived,
  isWithdrawn,
}: Pick<Donation, 'isReceived' | 'isWithdrawn'>): string {
  if (isReceived) return 'Received';
  return isWithdrawn ? 'Withdrawn' : 'Pending';
}
