/** Of My Profile. Not beside the boxes of the public forms, whose pages would get larger. */
export const ownConsentsTexts = {
  waiting: 'It waits until you confirm it with the link in our next email to you.',
  notProved:
    'This shows only what you agreed to here, because you have not yet set a password with a link that we emailed to your address. Choose Forgot Password on the sign-in page to get one. Save with an empty box to end what was agreed to with your address elsewhere, too.',
  unsubscribed:
    'Your address has unsubscribed from all our bulk emails: news, invitations and requests for donations. We send you none of them, also where a box is ticked.',
  /** An email address stands between them. */
  toUndo: ['To get them again, write to', 'and we will add you again.'],
  notSent: 'We do not send it, because your address has unsubscribed.',
} as const;
