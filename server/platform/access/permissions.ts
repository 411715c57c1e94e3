import { type RawBuilder, sql } from 'kysely';
import { allows, type Permission } from '#contract/permissions.ts';
import { isStaff, rolesOf, type StaffRole } from '#contract/roles.ts';
import type { Context } from '#server/context.ts';

type By = Pick<Context, 'by'>;

/** The caller is of the administrators' side. */
export function isByStaff({ by }: By): boolean {
  return by !== null && isStaff(rolesOf(by.role));
}

/** One of the caller's roles allows it. product-rules 3.17. */
export function may({ by }: By, permission: Permission): boolean {
  return by !== null && allows(rolesOf(by.role), permission);
}

/** A row of `users` has the role, alone or with others. The first condition is that of the index `users_office`. */
export function hasRole(role: StaffRole, column = 'role'): RawBuilder<boolean> {
  const roles = sql.ref(column);
  return sql<boolean>`(${roles} <> 'Member' AND ${role} = ANY (string_to_array(${roles}, ',')))`;
}
