/** Pending includes emails that are being sent at this moment. */
export const recipientOutcomes = [
  'pending',
  'sent',
  'captured',
  'failed',
  'suppressed',
  'uncertain',
] as const;
export type RecipientOutcome = (typeof recipientOutcomes)[number];

/** Those that Retry sends to again. */
export const retriedOutcomes = ['failed', 'uncertain', 'suppressed'] as const;

export const recipientOutcomeNames: Readonly<Record<RecipientOutcome, string>> = {
  pending: 'Waiting',
  sent: 'Sent',
  captured: 'Kept here',
  failed: 'Failed',
  suppressed: 'Not sent',
  uncertain: 'Uncertain',
};

/** The stored answer for a recipient whose email is kept here. It tells them from those sent. */
export const keptAnswer = 'Kept here: there was no mail server.';
