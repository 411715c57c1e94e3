import type { Member } from '#contract/members/endpoints.ts';

/** The member's name in the audit log. */
export function auditSubject({ id, firstName, lastName, membershipNumber }: Member) {
  const number = membershipNumber === null ? '' : ` (${membershipNumber})`;
  return { subject: 'member', id, name: `${firstName} ${lastName}${number}` } as const;
}
