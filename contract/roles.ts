export const memberRole = 'Member';
export const adminRole = 'Admin';

/** The roles of the administrators' side, in the order in which they are stored. A person may have several. */
export const staffRoles = [
  adminRole,
  'Treasurer',
  'Membership Secretary',
  'Communications',
  'Auditor',
] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The roles of a user are stored in one text, joined with commas. */
export function rolesOf(text: string): string[] {
  return text.split(',').map((role) => role.trim());
}

export function joinRoles(roles: readonly StaffRole[]): string {
  return staffRoles.filter((role) => roles.includes(role)).join(',');
}

/** The roles that the administrators' side knows. */
export function staffRolesOf(roles: readonly string[]): StaffRole[] {
  return staffRoles.filter((role) => roles.includes(role));
}

export function isStaff(roles: readonly string[]): boolean {
  return staffRolesOf(roles).length > 0;
}
