/** What stands beside a form that asks for somebody's details, before the link to the whole text. */
export const privacyTexts = {
  title: 'Privacy',
  intro: 'What we know of you, why, who sees it, and what you can do about it.',
  atRegistration:
    'We use what you enter here for your membership, and for nothing that you do not agree to.',
  atDonation:
    'We use what you enter here for this donation, and for nothing that you do not agree to.',
  onProfile: 'Who sees your details, how long we keep them, and what you can ask:',
  more: 'How we look after your details',
} as const;
