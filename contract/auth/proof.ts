import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** After so long, a sign-in or an entered password proves nothing any more. product-rules 4.33. */
export const proofMinutes = 15;

export const proofTexts = {
  /** Of the refusal. It is shown where the user closes the dialog. */
  needed: 'Nothing was changed, because it needs your password again. Try again and enter it.',
  title: 'Enter your password again',
  hint: `This is protected, in case somebody else uses your computer. Your password counts for ${proofMinutes} minutes.`,
  submit: 'Continue',
  password: 'Your password',
  passwordRequired: 'Your password is required.',
  wrongPassword: 'The password is not correct. Please try again.',
  enterCode: 'Enter the code from your app, or a recovery code.',
  code: 'Code',
  wrongCode:
    'The code is not correct, or it was used. Please enter the one that the app shows now.',
} as const;

/** The `field` of the refusal of a call that needs a proof. */
export const proofField = 'proof';

export const proofForm = z.object({
  password: z
    .string(proofTexts.passwordRequired)
    .check(z.minLength(1, proofTexts.passwordRequired), z.maxLength(300, proofTexts.wrongPassword)),
  /** Of the app, or a recovery code, if the account has two-step sign-in. */
  code: z.optional(z.string().check(z.maxLength(300, proofTexts.wrongCode))),
});

export const prove = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/prove',
  access: 'staff',
  summary: `Enter the own password again, and a code with two-step sign-in. It counts for ${proofMinutes} minutes of this session`,
  body: proofForm,
});
