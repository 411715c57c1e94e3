import { donationTypeNames } from './endpoints.ts';

/** Texts of the donate page, in addition to `donationTexts`. */
export const donatingTexts = {
  title: 'Donate to Our Cause',
  otherAmount: 'Other amount',
  typesLoading: 'Loading the payment methods…',
  thanks: 'Thank you',
  /** For a transfer site, which needs no email with bank details. */
  recorded: 'Your donation has been recorded.',
  byLink: 'Make the transfer at any time, and include the reference.',
  byEmail: 'We will be in touch by email to tell you how to make the transfer.',
  eftReference: 'Please include this reference in your transfer.',
  goesTo: (organisation: string) => `Your donation goes to ${organisation}.`,
  questions: 'Questions? We are glad to help:',
} as const;

/** Hints for the payment methods. A method without an entry has no hint. */
export const donationTypeHints: Readonly<Record<string, string>> = {
  [donationTypeNames.card]: 'You pay on the page of PayFast next.',
  [donationTypeNames.eft]: 'You get our bank details.',
  [donationTypeNames.worldRemit]: 'From abroad: you transfer on their site.',
  [donationTypeNames.wise]: 'From abroad: you transfer on their site.',
};

export function goOnTo(method: string): string {
  return `Continue to ${method} (opens in a new tab)`;
}
