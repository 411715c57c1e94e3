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
  imported: (purpose: Named, day: string, how: string) =>
    `${named[purpose]}: agreed on or before ${day}, ${how}.`,
  withdrawn: (purpose: Named, when: string) => `${named[purpose]}: withdrawn on ${when}.`,
  unsubscribed: 'This address has unsubscribed, so no bulk email is sent to it.',
} as const;
