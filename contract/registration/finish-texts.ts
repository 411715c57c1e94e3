import { confirmTicked } from '#contract/privacy/confirm-ticked.ts';

/**
 * The end of a registration: above the sign-in form after EFT, on a page of its own for a free type
 * and for signed-in users.
 */
export const finishTexts = {
  thanks: 'Thank you for registering',
  eftConfirmation: 'An invoice will be sent with EFT details.',
  startsLater: 'Your membership starts when the payment has arrived.',
  proof:
    'After you have paid, you can send us the proof of payment: sign in, or use the link in our email.',
  /** Without a mail server, where no email may be spoken of. */
  proofSignedIn: 'After you have paid, sign in to send us the proof of payment.',
  cameBefore:
    'Were you a member before? Then we email you a link that brings back your old record and membership number. Please use it before you sign in.',
  consents: confirmTicked,
  dismiss: 'Dismiss',
  welcome: 'Welcome!',
  freeDone: 'Your membership is active. Sign in to see it.',
  toLogin: 'Go to Login',
  toOwnPages: 'Go to my pages',
} as const;
