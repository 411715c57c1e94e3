import type { Donation } from '#contract/donations.ts';

/** "DON-00042 of Nomsa Dlamini", for those who hear the buttons one by one. */
export function donationName({ reference, firstName, lastName }: Donation): string {
  return `${reference} of ${firstName} ${lastName}`;
}
