import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const confirmConsentsTexts = {
  title: 'May we write to you?',
  ask: (maskedEmail: string) =>
    `Somebody ticked this with the email address ${maskedEmail}. Confirm it only if it was you.`,
  confirm: 'Yes, write to me',
  otherwise: 'If you do not want it, close this page. We then send you none of it.',
  done: 'Thank you',
  confirmed: 'You have confirmed it.',
  ended: 'There is nothing to confirm',
  agreed: (maskedEmail: string) => `This was agreed to with the email address ${maskedEmail}:`,
  stop: 'Each of these emails has a link to unsubscribe.',
  withdrawn: 'This consent was withdrawn. The link in our email cannot bring it back.',
  unsubscribed:
    'This address has unsubscribed, so we send no bulk emails to it: no news, no invitations and no requests for donations.',
  ifMistake: ['If you want to receive them, write to', 'and we will help you.'],
  loading: 'Loading what you agreed to…',
  badToken: 'This link is not valid. Please open the link in our email again, or copy all of it.',
  toHome: 'Go Back to Home',
  mail: (what: string) =>
    `Would you like to get ${what} by email, as somebody ticked with this address? We send it only if you confirm it:`,
  what: { news: 'our news', appeals: 'our requests for donations' },
} as const;

const consentToken = z.string(confirmConsentsTexts.badToken);

/** A POST, so that the token is in no log. It changes nothing. */
export const readConsentLink = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/communication/consent-link',
  access: 'anyone',
  readOnly: true,
  summary: 'What a mailed link confirms, and the masked address; changes nothing',
  body: z.object({ token: consentToken }),
  reply: z.object({
    maskedEmail: z.string(),
    /** Of the consents that wait. Empty: they are confirmed, or were withdrawn since. */
    words: z.array(z.string()),
    /** Of the consents that hold with this address. */
    agreed: z.array(z.string()),
    isUnsubscribed: z.boolean(),
  }),
});

/** `token` comes from an email. A repeated call also succeeds. */
export const confirmConsents = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/communication/confirm-consents',
  access: 'anyone',
  summary: 'Confirm the consents that wait for it, with the link mailed to their address',
  body: z.object({ token: consentToken }),
});
