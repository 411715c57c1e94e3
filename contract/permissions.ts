import { type StaffRole, staffRolesOf } from './roles.ts';

/** What a caller of the administrators' side may do; each of those calls needs one. product-rules 3.17. */
export const permissions = [
  'members.read',
  'members.write',
  'money.read',
  'payments.record',
  'money.write',
  'books.close',
  'mail.read',
  'mail.write',
  'settings',
  'privacy',
  'system',
  'audit',
] as const;
export type Permission = (typeof permissions)[number];

const permissionsOfRole: Readonly<Record<StaffRole, readonly Permission[]>> = {
  Admin: permissions,
  Treasurer: [
    'members.read',
    'money.read',
    'money.write',
    'payments.record',
    'books.close',
    'mail.read',
    'audit',
  ],
  'Membership Secretary': [
    'members.read',
    'members.write',
    'payments.record',
    'money.read',
    'mail.read',
  ],
  Communications: ['members.read', 'mail.read', 'mail.write'],
  Auditor: ['members.read', 'money.read', 'mail.read', 'audit'],
};

/** Of several roles together, in the order of the table. */
export function permissionsOf(roles: readonly string[]): Permission[] {
  const all = new Set(staffRolesOf(roles).flatMap((role) => permissionsOfRole[role]));
  return permissions.filter((permission) => all.has(permission));
}

export function allows(roles: readonly string[], permission: Permission): boolean {
  return permissionsOf(roles).includes(permission);
}

/** What a call, a page or a button needs; of several permissions, one. */
export type Needs = Permission | readonly Permission[] | undefined;

export function rolesAllow(roles: readonly string[], needs: Needs): boolean {
  return needs === undefined || [needs].flat().some((each) => allows(roles, each));
}

export const roleTexts = {
  forbidden: 'Your role does not allow this.',
  readOnly: 'You may see this but not change it.',
  ask: (names: readonly string[]) => `To be allowed, ask ${names.join(', ')}.`,
} as const;
