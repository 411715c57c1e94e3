import { type DuplicateReason, reasonWords } from '#contract/duplicates/endpoints.ts';

interface WithEmail {
  email: string;
}

/** "Same phone number. Same name." */
export function reasonsInWords(
  reasons: readonly DuplicateReason[],
  one: WithEmail,
  other: WithEmail,
): string {
  return reasons
    .map((reason) => {
      const isVariant = reason === 'email' && one.email.trim() !== other.email;
      return `${reasonWords[reason]}${isVariant ? ', written differently' : ''}.`;
    })
    .join(' ');
}
