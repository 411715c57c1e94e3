import type { Permission } from '#contract/permissions.ts';
import { memberRole } from '#contract/roles.ts';
import type { Context } from '#server/context.ts';
import { may } from './permissions.ts';

/** The caller's own member, for narrowing a search; `null` matches no row. */
export function ownMemberId({ by }: Pick<Context, 'by'>): string | null {
  return by?.memberId ?? null;
}

export function isOwnMember(ctx: Pick<Context, 'by'>, memberId: string | null): boolean {
  return memberId !== null && ownMemberId(ctx) === memberId.toLowerCase();
}

/** Staff with the permission accesses every member, a Member only the own one. product-rules 3.3. */
export function canAccessMember(
  ctx: Pick<Context, 'by'>,
  memberId: string | null,
  permission: Permission = 'members.read',
): boolean {
  if (may(ctx, permission)) return true;
  return ctx.by?.role === memberRole && isOwnMember(ctx, memberId);
}
