import * as z from 'zod/mini';

/** Texts for what becomes of a membership whose payment or write-off is undone. */
export const membershipChoiceTexts = {
  period: 'The membership period of the invoice',
  periods: {
    remove: 'Remove it',
    removeLast: 'Remove it, if no later period follows',
    shortened: 'Remove it: later periods begin earlier, so the membership ends earlier',
    kept: 'Keep it, although its invoice is unpaid',
  },
  voidsOther: 'Void the member’s other open membership invoice',
  voidsOtherHint:
    'Only needed if there is one: a member has at most one open membership invoice. What was paid of it becomes a credit.',
} as const;

/** What becomes of a membership whose payment or write-off is undone. Without an answer a later period or another open invoice refuses it. */
export const membershipChoice = {
  period: z.optional(z.nullable(z.enum(['kept', 'shortened']))),
  voidsOther: z.optional(z.boolean()),
};
export type MembershipChoice = z.output<z.ZodMiniObject<typeof membershipChoice>>;
