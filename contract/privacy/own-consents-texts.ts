/** Of My Profile. Not beside the boxes of the public forms, whose pages would get larger. */
export const ownConsentsTexts = {
  waiting: 'It waits until you confirm it with the link in our next email to you.',
  notProved:
    'Your email address is not confirmed yet, so this shows only what you agreed to here. Save with an empty box to end what was agreed to with your address elsewhere, too.',
} as const;

const named = { news: 'News', appeals: 'Requests for donations' };
type Named = keyof typeof named;

/** On the member's page of the office. */
export const officeConsentsTexts = {
  title: 'Consent to emails',
  failed: 'What was agreed to could not be loaded. Reload the page to try again.',
  never: (purpose: Named) => `${named[purpose]}: not agreed to.`,
  waiting: (purpose: Named) =>
    `${named[purpose]}: ticked, and counts once it is confirmed with the link in our email.`,
  given: (purpose: Named, when: string) => `${named[purpose]}: agreed on ${when}.`,
  withdrawn: (purpose: Named, when: string) => `${named[purpose]}: withdrawn on ${when}.`,
  unsubscribed: 'This address has unsubscribed, so no bulk email is sent to it.',
} as const;
