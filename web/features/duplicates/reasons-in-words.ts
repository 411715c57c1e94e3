import { type DuplicateReason, reasonWords } from '#contract/duplicates/endpoints.ts';

/** "Same phone number. Same name." */
export function reasonsInWords(reasons: readonly DuplicateReason[]): string {
  return reasons.map((reason) => `${reasonWords[reason]}.`).join(' ');
}
