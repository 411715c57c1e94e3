/** Of My Profile. Not beside the boxes of the public forms, whose pages would get larger. */
export const ownConsentsTexts = {
  waiting: 'It waits until you confirm it with the link in our next email to you.',
  notProved:
    'Your email address is not confirmed yet, so this shows only what you agreed to here. Save with an empty box to end what was agreed to with your address elsewhere, too.',
} as const;
