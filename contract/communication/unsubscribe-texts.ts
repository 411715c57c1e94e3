/** Texts of the unsubscribe pages, in addition to the specified ones. */
export const unsubscribingTexts = {
  intro: (maskedEmail: string | null) =>
    `${maskedEmail ?? 'You'} will get no more bulk emails from us, such as news and invitations.`,
  done: (maskedEmail: string) => `${maskedEmail} gets no more bulk emails from us.`,
  stillSent: 'You will still get invoices and receipts.',
  reason: 'Reason',
  reasonHint: 'It helps us to improve our emails.',
  /** An email address stands between them. */
  ifByMistake: ['If this was a mistake, write to', 'and we will add you again.'],
  noTokenTitle: 'This link is not complete',
  noToken:
    'Some mail programs cut long links in two. Please open the link at the end of our email again, or copy all of it.',
  release: 'Allow again',
  released: 'Bulk emails may be sent to this address again.',
  noReason: 'None given',
  toHome: 'Go Back to Home',
} as const;
