import { donationTypeNames } from './endpoints.ts';

/** What the donate page says besides the sentences of `donationTexts`. */
export const donatingTexts = {
  title: 'Donate to Our Cause',
  otherAmount: 'Other amount',
  typesLoading: 'Loading the payment methods…',
  thanks: 'Thank you',
  /** By a transfer site: no email with bank details follows. */
  recorded: 'Your donation has been recorded.',
  byLink: 'Make the transfer whenever it suits you, and give the reference with it.',
  byEmail: 'We will be in touch by email to tell you how to make the transfer.',
  eftReference: 'Please give this reference with your transfer.',
  goesTo: (organisation: string) => `Your donation goes to ${organisation}.`,
  questions: 'Questions? We are glad to help:',
} as const;

/** What choosing a method means; one that is not here needs no words. */
export const donationTypeHints: Readonly<Record<string, string>> = {
  [donationTypeNames.card]: 'You pay on the page of PayFast next.',
  [donationTypeNames.eft]: 'We email you our bank details.',
  [donationTypeNames.worldRemit]: 'From abroad: you transfer on their site.',
  [donationTypeNames.wise]: 'From abroad: you transfer on their site.',
};

export function goOnTo(method: string): string {
  return `Continue to ${method} (opens in a new tab)`;
}
