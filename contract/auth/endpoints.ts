import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { email } from '#contract/fields.ts';
import { password } from './passwords.ts';

const typed = z.string().check(z.maxLength(300, 'Invalid credentials. Please try again.'));

export const signInTexts = {
  submit: 'Sign In',
  toRegister: 'Want to become a member? Register',
  toForgotPassword: 'Forgot your password? Reset it now',
  failure: 'Invalid credentials. Please try again.',
  enterCode: 'Enter the code from your app.',
  code: 'Code',
  codeHint:
    'Each code works once, and a new one appears every 30 seconds. Without your phone, enter one of your recovery codes.',
  signInFirst: 'Please sign in to go on.',
  signedOut: 'You have been signed out. Please sign in again.',
  opensNothing: 'Your account has no access to any page. Please ask an administrator.',
} as const;

/** No length or format rules: credentials are either right or wrong. product-rules 15.1. */
export const signInForm = z.object({
  email: typed,
  password: typed,
  /** Of the app, or a recovery code, if the account has two-step sign-in. */
  code: z.optional(typed),
});

export const login = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/login',
  access: 'anyone',
  summary: 'Sign in with email, password and, with two-step sign-in, a code',
  body: signInForm,
  reply: z.object({ token: z.string() }),
});

export const logout = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/logout',
  access: 'signedIn',
  summary: 'End this session',
  beforeTwoStep: true,
});

export const forgotPasswordTexts = {
  intro:
    'Enter the email address that you sign in with. We will send you a link that sets a new password.',
  submit: 'Send reset link',
  success: 'Reset link has been sent to your email address.',
  failure: 'Failed to send reset link. Please try again.',
  unreachable: 'An error occurred. Please try again later.',
  resting:
    'No email after a few minutes? Check your spam folder too. You can request another link in 30 seconds.',
  /** Without a mail server, in place of both sentences. */
  mailKept: 'We cannot send emails yet. Please contact us.',
  toLogin: 'Back to Login',
} as const;

export const forgotPasswordForm = z.object({ email: email() });

export const forgotPassword = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/forgot-password',
  access: 'anyone',
  summary: 'Email a link that sets a new password; the reply is the same for every address',
  body: forgotPasswordForm,
  limit: { most: 60, per: 'hour' },
});

export const resetPasswordTexts = {
  checklist: 'Password Requirements',
  bothRequired: 'Both fields are required.',
  unmet: 'Password does not meet the required criteria.',
  success: 'Your password has been reset successfully.',
  failure: 'Failed to reset password. Please try again.',
  linkOver: 'This link was used already, or it is too old.',
  /** The request was refused, but an earlier one whose reply was lost may have succeeded. */
  maybeDone: 'Your new password may have been saved before the connection was lost. Try it:',
  incomplete:
    'This link is not complete. Open the whole link from the email again, or ask for a new one.',
  chooseFirst:
    'Welcome! Choose your first password here. From then on you sign in with it and with your email address.',
  askForLink: 'Ask for a new link',
  toLogin: 'Go to Login',
  met: 'met',
  notMet: 'not met yet',
  allMet: 'All password requirements are met.',
} as const;

export const resetPassword = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/reset-password',
  access: 'anyone',
  summary: 'Set a new password with the token of a reset link',
  body: z.object({
    email: z.string(resetPasswordTexts.failure).check(z.maxLength(300, resetPasswordTexts.failure)),
    token: z.string(resetPasswordTexts.failure).check(z.maxLength(300, resetPasswordTexts.failure)),
    newPassword: password,
  }),
  limit: { most: 60, per: 'hour' },
});

/** product-rules 15.7. */
export const emailTexts = {
  taken: 'Email already exists. Please use a different email.',
  unchecked: 'Unable to validate email. Please try again later.',
} as const;

export const checkEmail = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/users/check-email',
  access: 'anyone',
  summary: 'Whether a sign-in with this email exists',
  query: z.object({ email: email() }),
  reply: z.boolean(),
});

/** The claims in the session token. product-rules 13.1. */
export interface Claims {
  /** The user. */
  sub: string;
  name: string;
  role: string | string[];
  ProfilePicture: string;
  MemberId: string;
}
