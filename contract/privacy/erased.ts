/** What stands in the place of a person's details after Erase. The address cannot get mail. */
export const erased = {
  firstName: 'Erased',
  lastName: 'person',
  text: 'Erased',
  email: 'erased@erased.invalid',
} as const;

export function isErasedEmail(email: string): boolean {
  return email.endsWith('@erased.invalid');
}

/** Instead of the actions of a member. */
export const erasedMember =
  'The personal details of this member were erased. The record stays for the accounts and cannot be restored.';
