import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';

export const purposes = ['news', 'appeals'] as const;
export type Purpose = (typeof purposes)[number];

/** What stands beside each box: kept with the consent, so an old one keeps the old words. */
export const consentWords: Readonly<Record<Purpose, string>> = {
  news: 'Yes, write to me with news about your conservation work.',
  appeals: 'Yes, write to me when you ask for donations.',
};

export const consentTexts = {
  legend: 'May we write to you?',
  hint: 'You need not agree to either. Each of these emails has a link to stop them.',
  ofProfile: 'Emails that you agreed to get',
  ask: 'Mail about your own membership comes in any case.',
  save: 'Save choices',
  saved: 'Your choices are saved.',
  failed: 'What you agreed to could not be read. Please try again.',
  purposes: { news: 'News', appeals: 'Requests for donations' },
  never: 'You have not agreed to this.',
  given: (when: string, where: string) => `Agreed on ${when}, ${where}.`,
  withdrawn: (when: string) => `Withdrawn on ${when}.`,
  unsubscribed:
    'You have unsubscribed from our news: none is sent to you, whatever is ticked here. Write to us if you want it again.',
  givenByMember: 'Only members themselves can agree to news and appeals.',
} as const;

/** Where it was given, in words; one that is not here is told as it stands. */
export const consentSources: Readonly<Record<string, string>> = {
  registration: 'when you registered',
  donation: 'with a donation',
  profile: 'on My Profile',
};

const choice = z.optional(z.nullable(z.boolean()));
/** The boxes that were ticked; left out is not ticked. */
export const consentChoices = z.object({ news: choice, appeals: choice });
export type ConsentChoices = z.input<typeof consentChoices>;

const consent = z.object({
  purpose: z.enum(purposes),
  words: z.string(),
  source: z.string(),
  givenUtc: z.string(),
  withdrawnUtc: z.nullable(z.string()),
});

const ownConsents = z.object({
  news: z.boolean(),
  appeals: z.boolean(),
  /** The newest first. */
  history: z.array(consent),
  isUnsubscribed: z.boolean(),
});
export type OwnConsents = z.output<typeof ownConsents>;

export const getConsents = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/consents',
  access: 'signedIn',
  summary: 'What a member agreed to get by email; a Member gets only own',
  params: idParams,
  reply: ownConsents,
});

export const changeConsents = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/members/:id/consents',
  access: 'signedIn',
  summary: 'Give or withdraw; what is left out stays. An Admin only withdraws, for who asks',
  params: idParams,
  body: consentChoices,
  reply: ownConsents,
});
