import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';

/** Days for which the link of an invitation opens the page of the first password. product-rules 4.10. */
export const invitationDays = 14;

export const firstPasswordTexts = {
  badLink:
    'This link is not good any more. Please choose "Forgot your password?", or ask us for a new invitation.',
  sendAgain: 'Send invitation again',
  hasPassword:
    'This member has chosen a password already. Who has forgotten it asks for a new one on the sign-in page.',
  isDeactivated: 'This member is deactivated and cannot sign in.',
} as const;

const userId = z.object({ userId: id });

export const checkPassword = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/users/check-password',
  access: 'anyone',
  summary: 'Whether this sign-in has a password; true for whoever cannot choose the first one',
  query: userId,
  reply: z.boolean(),
});

export const requestResetToken = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/reset-token',
  access: 'anyone',
  summary: 'A token that sets the first password of someone who was invited',
  body: userId,
  reply: z.object({ token: z.string(), email: z.string() }),
});
