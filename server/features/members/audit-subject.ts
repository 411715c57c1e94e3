import type { Member } from '#contract/members/endpoints.ts';

/** How the audit log names the member. */
export function auditSubject({ id, firstName, lastName, membershipNumber }: Member) {
  const number = membershipNumber === null ? '' : ` (${membershipNumber})`;
  return { subject: 'member', id, name: `${firstName} ${lastName}${number}` } as const;
}
