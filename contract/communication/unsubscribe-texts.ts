/** Texts of the unsubscribe pages, in addition to the specified ones. */
export const unsubscribingTexts = {
  intro: 'You will get no more bulk emails from us, such as news and invitations.',
  stillSent: 'You will still get invoices and receipts.',
  reason: 'Reason',
  reasonHint: 'It helps us to improve our emails.',
  ifByMistake: 'If this was a mistake, please write to us and we will add you again.',
  noTokenTitle: 'This link is not complete',
  noToken:
    'Some mail programs cut long links in two. Please open the link at the end of our email again, or copy all of it.',
  release: 'Allow again',
  released: 'Bulk emails may be sent to this address again.',
  noReason: 'None given',
  toHome: 'Go Back to Home',
} as const;
