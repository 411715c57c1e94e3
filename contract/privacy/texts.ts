/** The short texts next to forms with personal details, before the link to the privacy notice. */
export const privacyTexts = {
  title: 'Privacy',
  intro: 'The details that we hold about you, why we hold them, who sees them, and your rights.',
  atRegistration:
    'We use what you enter here for your membership, and for nothing that you do not agree to.',
  atDonation:
    'We use what you enter here for this donation, and for nothing that you do not agree to.',
  onProfile: 'Who sees your details, how long we keep them, and what you can ask:',
  folded: 'The emails that you agreed to, and your stored details',
  more: 'How we look after your details',
} as const;
