/** The end of a registration: above the sign-in form after EFT, on a page of its own for a free type. */
export const finishTexts = {
  thanks: 'Thank you for registering',
  eftConfirmation: 'An invoice will be sent with EFT details.',
  startsLater: 'Your membership starts when the payment has arrived.',
  cameBefore:
    'You were a member before, so you have your old record and number back. We email you a link to choose a new password. Please use it before you sign in.',
  dismiss: 'Dismiss',
  welcome: 'Welcome!',
  freeDone: 'Your membership is active. Sign in to see it.',
  toLogin: 'Go to Login',
} as const;
