/** Pending includes emails that are being sent at this moment. */
export const recipientOutcomes = ['pending', 'sent', 'failed', 'suppressed', 'uncertain'] as const;
export type RecipientOutcome = (typeof recipientOutcomes)[number];

/** Those that Retry sends to again. */
export const retriedOutcomes: readonly RecipientOutcome[] = ['failed', 'uncertain', 'suppressed'];

export const recipientOutcomeNames: Readonly<Record<RecipientOutcome, string>> = {
  pending: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Not sent',
  uncertain: 'Uncertain',
};
