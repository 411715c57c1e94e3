import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, requiredText } from '#contract/fields.ts';

/** The time that administrators have to set it up after it became compulsory. */
export const twoStepGraceDays = 14;

export const twoStepTexts = {
  title: 'Two-Step Sign-in',
  failed: 'Failed to fetch the two-step sign-in',
  intro:
    'Two-step sign-in protects your account if somebody learns your password. When you sign in, you also enter a code from an app on your phone.',
  isOff: 'Two-step sign-in is off.',
  isOn: (since: string) => `Two-step sign-in is on since ${since}.`,
  requiredFrom: (day: string) =>
    `It is compulsory for administrators from ${day}. From that day on you can do nothing else before you have set it up.`,
  required:
    'It is compulsory for administrators. Set it up now to go on: until then you can do nothing else.',
  password: 'Your password',
  passwordRequired: 'Your password is required.',
  wrongPassword: 'The password is not correct. Please try again.',
  setUp: 'Set up two-step sign-in',
  setUpHint:
    'You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis. Please enter your password to begin.',
  scan: 'Scan this picture with the app on your phone. Then enter the code that the app shows.',
  picture: 'QR code for the authenticator app',
  byHand: 'You cannot scan it? Enter this key in the app instead:',
  key: 'key',
  code: 'Code from the app',
  codeHint: 'Six digits. There is a new code every 30 seconds.',
  codeRequired: 'The code is required.',
  wrongCode:
    'This code is not correct. Please enter the one that the app shows now, and check that the clock of the phone is right.',
  tooManyCodes:
    'Too many wrong codes. Please wait an hour, or enter a recovery code. If it was not you, somebody knows your password: change it.',
  tooManyFirstCodes:
    'Too many wrong codes, so you were signed out. Please check that the clock of the phone is right, sign in and begin again.',
  turnOn: 'Turn on',
  turnedOn: 'Two-step sign-in is on. Your other devices were signed out.',
  codesTitle: 'Your recovery codes',
  codes:
    'Without your phone you can sign in with one of these codes instead. Each works once. Keep them in a safe place, such as a password manager or on paper. They are not shown again.',
  codesKept: 'I have stored them',
  leaveCodes: {
    title: 'Leave without the recovery codes?',
    body: 'They are not shown again. You can make new ones on this page.',
    confirm: 'Leave without them',
    cancel: 'Stay here',
  },
  copyCodes: 'recovery codes',
  printCodes: 'Print',
  codesLeft: (count: number) =>
    count === 0
      ? 'All recovery codes are used. Please make new ones.'
      : `${count} of ${recoveryCodeCount} recovery codes are left.`,
  newCodes: 'Make new recovery codes',
  newCodesHint: 'The earlier recovery codes stop working. Please enter your password.',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off two-step sign-in',
  turnOffHint:
    'Afterwards the password is enough to sign in, and the recovery codes stop working. Please enter your password.',
  turnOffRequired:
    'It is compulsory here. Afterwards you can do nothing else before you have set it up again, for example on a new phone.',
  turnedOff: 'Two-step sign-in is off.',
  alreadyOn: 'Two-step sign-in is on already. Reload the page to see it.',
  startAgain: 'The set-up was begun again elsewhere or has ended. Please begin again.',
  notSetUp:
    'Two-step sign-in is compulsory for administrators. To go on, choose Two-Step Sign-in in your user menu and set it up.',
  /** One sentence: the second part follows a colon. */
  notice: {
    title: 'Two-step sign-in',
    detail: (day: string) => `it is compulsory from ${day}. Set it up.`,
  },
} as const;

/** Of another administrator, on the page of the user. */
export const resetTwoStepTexts = {
  isOff: 'This administrator has not set up two-step sign-in.',
  isOn: (since: string) => `This administrator has two-step sign-in since ${since}.`,
  own: 'Change your own under Two-Step Sign-in in your user menu.',
  reset: 'Reset two-step sign-in',
  hint: (name: string) =>
    `For a lost phone, when the recovery codes are lost too. ${name} can then sign in with the password alone, and gets an email about it. Make sure that the request really comes from ${name}.`,
  done: 'The two-step sign-in was reset.',
} as const;

export const twoStepSettingsTexts = {
  title: 'Sign-in of administrators',
  label: 'Two-step sign-in is compulsory',
  hint: `Administrators enter a code from their phone when they sign in. Each has ${twoStepGraceDays} days to set it up. After that the other pages open only when it is set up.`,
  requiredFrom: (day: string) => `Compulsory from ${day}.`,
  saved: 'Sign-in settings saved.',
  failed: 'Failed to fetch the sign-in settings',
} as const;

export const recoveryCodeCount = 10;

const withPassword = z.object({
  password: z
    .string(twoStepTexts.passwordRequired)
    .check(
      z.minLength(1, twoStepTexts.passwordRequired),
      z.maxLength(300, twoStepTexts.wrongPassword),
    ),
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const twoStep = z.object({
  /** When it was turned on; `null`: it is off. */
  onSinceUtc: z.nullable(z.string()),
  recoveryCodesLeft: z.int(),
  /** The day from which it is compulsory, if it is. */
  requiredFrom: z.nullable(z.string()),
  /** The caller can do nothing else before it is set up. */
  isSetUpDue: z.boolean(),
});
export type TwoStep = z.output<typeof twoStep>;

export const getTwoStep = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/user/two-step',
  access: 'staff',
  summary: 'The own two-step sign-in',
  reply: twoStep,
  beforeTwoStep: true,
});

export const startTwoStep = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/two-step/start',
  access: 'staff',
  summary: 'A new secret for the own authenticator app, after entering the password',
  body: withPassword,
  /** The key in base32, and the same with the account's name as a picture (SVG). */
  reply: z.object({ key: z.string(), picture: z.string() }),
  beforeTwoStep: true,
});

export const confirmTwoStep = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/two-step/confirm',
  access: 'staff',
  summary: 'Turn on the own two-step sign-in with a code of the app; answers the recovery codes',
  body: z.object({ code: requiredText(twoStepTexts.codeRequired, 20) }),
  reply: recoveryCodes,
  beforeTwoStep: true,
});

export const makeRecoveryCodes = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/two-step/recovery-codes',
  access: 'staff',
  summary: 'New recovery codes instead of the earlier ones, after entering the password',
  body: withPassword,
  reply: recoveryCodes,
  proof: 'always',
});

export const turnOffTwoStep = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/two-step/turn-off',
  access: 'staff',
  summary: 'Turn off the own two-step sign-in, after entering the password',
  body: withPassword,
  proof: 'always',
});

export const getUserTwoStep = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/user/:id/two-step',
  permission: 'system',
  summary: 'Since when a user has two-step sign-in',
  params: idParams,
  reply: z.object({ onSinceUtc: z.nullable(z.string()) }),
});

export const resetTwoStep = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/:id/two-step/reset',
  permission: 'system',
  summary: 'Turn off the two-step sign-in of another administrator',
  params: idParams,
  proof: 'always',
});

const twoStepSettings = z.object({
  isRequired: z.boolean(),
  requiredFrom: z.nullable(z.string()),
});
export type TwoStepSettings = z.output<typeof twoStepSettings>;
const twoStepSettingFields = ['isRequired'] as const;

export const getTwoStepSettings = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/user/two-step/settings',
  permission: 'system',
  summary: 'Whether two-step sign-in is compulsory for administrators',
  reply: twoStepSettings,
  versioned: twoStepSettingFields,
});

export const updateTwoStepSettings = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/user/two-step/settings',
  permission: 'system',
  summary: 'Make two-step sign-in compulsory for administrators, or not',
  body: z.object({ isRequired: z.optional(z.boolean('Please choose yes or no.')) }),
  reply: twoStepSettings,
  versioned: twoStepSettingFields,
  proof: 'byValues',
});
