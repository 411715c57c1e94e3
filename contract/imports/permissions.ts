import type { Permission } from '#contract/permissions.ts';
import type { ImportKind } from './columns.ts';

export const permissionOfImport: Readonly<Record<ImportKind, Permission>> = {
  members: 'members.write',
  payments: 'money.write',
  donations: 'money.write',
  suppressions: 'mail.write',
};

/** A caller with one of them reaches the imports of the kinds that it allows. product-rules 20.1. */
export const importPermissions = ['members.write', 'money.write', 'mail.write'] as const;
