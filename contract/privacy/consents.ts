import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';

export const purposes = ['news', 'appeals'] as const;
export type Purpose = (typeof purposes)[number];

/** The checkbox labels. They are stored with the consent, so that an old consent keeps its wording. */
export const consentWords: Readonly<Record<Purpose, string>> = {
  news: 'Yes, write to me with news about your conservation work.',
  appeals: 'Yes, write to me when you ask for donations.',
};

export const consentTexts = {
  legend: 'May we write to you?',
  hint: 'Both are optional. Each of these emails has a link to unsubscribe.',
  ofProfile: 'Emails that you agreed to get',
  ask: 'We always email you about your own membership.',
  save: 'Save choices',
  saved: 'Your choices are saved.',
  loading: 'Loading your choices…',
  failed: 'Your choices could not be loaded. Please try again.',
  tryAgain: 'Try again',
  purposes: { news: 'News', appeals: 'Requests for donations' },
  never: 'You have not agreed to this.',
  given: (when: string, where: string) => `Agreed on ${when}, ${where}.`,
  withdrawn: (when: string) => `Withdrawn on ${when}.`,
  givenByMember: 'Only members themselves can agree to news and appeals.',
} as const;

/** Labels for the sources of a consent. A source without a label is shown unchanged. */
export const consentSources: Readonly<Record<string, string>> = {
  registration: 'when you registered',
  donation: 'with a donation',
  profile: 'on My Profile',
};

const choice = z.optional(z.nullable(z.boolean()));
/** The ticked boxes. An omitted box is not ticked. */
export const consentChoices = z.object({ news: choice, appeals: choice });
export type ConsentChoices = z.input<typeof consentChoices>;

const consent = z.object({
  purpose: z.enum(purposes),
  words: z.string(),
  source: z.string(),
  givenUtc: z.string(),
  withdrawnUtc: z.nullable(z.string()),
  /** Until the link in an email to the address confirms it, it counts for nothing. */
  isWaiting: z.boolean(),
});

const ownConsents = z.object({
  news: z.boolean(),
  appeals: z.boolean(),
  /** The newest first. */
  history: z.array(consent),
  isUnsubscribed: z.boolean(),
  /** Otherwise a member sees only what the own sign-in agreed to. */
  isProved: z.boolean(),
});
export type OwnConsents = z.output<typeof ownConsents>;

export const getConsents = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/consents',
  access: 'signedIn',
  permission: 'members.read',
  summary: 'The email consents of a member; a Member can read only their own',
  params: idParams,
  reply: ownConsents,
});

export const changeConsents = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/members/:id/consents',
  access: 'signedIn',
  permission: 'members.write',
  summary:
    'Give or withdraw consents; an omitted one stays. An Admin can only withdraw, at the member’s request',
  params: idParams,
  body: consentChoices,
  reply: ownConsents,
});
