import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';

/** The days for which an invitation link is valid. product-rules 4.10. */
export const invitationDays = 14;

export const firstPasswordTexts = {
  badLink:
    'This link is no longer valid. Please choose "Forgot your password?", or ask us for a new invitation.',
  sendAgain: 'Send invitation again',
  hasPassword:
    'This member has already chosen a password. A member who has forgotten it can request a new one on the sign-in page.',
  isDeactivated: 'This member is deactivated and cannot sign in.',
  isAddressOld:
    'This member changed the address after the backup that was restored. Save the new address first. The invitation is then sent to it.',
} as const;

const userId = z.object({ userId: id });

export const checkPassword = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/users/check-password',
  access: 'anyone',
  summary: 'Whether this user has a password; also true when the user may not choose a first one',
  query: userId,
  reply: z.boolean(),
});

export const requestResetToken = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/reset-token',
  access: 'anyone',
  summary: 'A token with which an invited user sets the first password',
  body: userId,
  reply: z.object({ token: z.string(), email: z.string() }),
  limit: { most: 60, per: 'hour' },
});
