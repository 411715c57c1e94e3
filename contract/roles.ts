/** What a caller of the administrators' side may do; each of those calls needs one. product-rules 3.17. */
export const permissions = {
  'members.read': 'See members, relatives, types, statuses, duplicates and renewals to come',
  'members.write':
    'Change, merge, import and invite members, change consents, send renewals, membership invoices and invoices again',
  'money.read':
    'See invoices, donations, payments, credits, the bank, proofs, month end, journals and the mails about them',
  'payments.record': "Record a member's payment, and undo an own one of the same day",
  'money.write':
    'Make, change, settle, void and correct invoices, donations, credits, bank lines, proofs and imports of payments and donations',
  'books.close': 'Close and reopen months, set accounts, check the books now',
  'mail.read':
    'See bulk emails, the Mail Log without mails about money, and unsubscribed addresses',
  'mail.write': 'Write and send bulk emails, change and import unsubscribed addresses',
  settings: 'Change the organisation, bank details, types, statuses and retention periods',
  privacy: 'Erase people and export everything',
  system:
    'Manage users, sessions and two-step sign-in of others, backups, restores and the security record',
  audit: 'Read the audit log and the results of the books check',
} as const;
export type Permission = keyof typeof permissions;

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

const permissionsOfRole: Readonly<Record<StaffRole, readonly Permission[]>> = {
  Admin: Object.keys(permissions) as Permission[],
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

/** Of several roles together, in the order of the table. */
export function permissionsOf(roles: readonly string[]): Permission[] {
  const all = new Set(staffRolesOf(roles).flatMap((role) => permissionsOfRole[role]));
  return permissionsOfRole.Admin.filter((permission) => all.has(permission));
}

export function allows(roles: readonly string[], permission: Permission): boolean {
  return permissionsOf(roles).includes(permission);
}

export const roleTexts = {
  forbidden: 'Your role does not allow this.',
} as const;
