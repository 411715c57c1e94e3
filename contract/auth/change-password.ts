import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { password } from './passwords.ts';

/** Texts of the dialog in the user menu. The rules for the new password are those of a reset. */
export const changePasswordTexts = {
  title: 'Change Password',
  current: 'Current password',
  required: 'Current password is required.',
  wrong: 'The current password is not correct. Please try again.',
  maybeDone:
    'Your new password may have been saved before the connection was lost. Enter it as the current password.',
  submit: 'Change password',
  done: 'Your password is changed. Your other devices were signed out.',
} as const;

export const changePassword = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/change-password',
  access: 'signedIn',
  summary: 'Change the own password; this session stays, the others of the user end',
  body: z.object({
    currentPassword: z
      .string(changePasswordTexts.required)
      .check(
        z.minLength(1, changePasswordTexts.required),
        z.maxLength(300, changePasswordTexts.wrong),
      ),
    newPassword: password,
  }),
  limit: { most: 20, per: 'hour' },
  beforeTwoStep: true,
  proof: 'byValues',
});
