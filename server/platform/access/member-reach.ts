import type { Context } from '#server/context.ts';

/** The caller's own member, for narrowing a search; `null` matches no row. */
export function ownMemberId({ by }: Pick<Context, 'by'>): string | null {
  return by?.memberId ?? null;
}

export function isOwnMember(ctx: Pick<Context, 'by'>, memberId: string | null): boolean {
  return memberId !== null && ownMemberId(ctx) === memberId.toLowerCase();
}

/** Administrators access every member, a Member only the own one. product-rules 3.3. */
export function canAccessMember(ctx: Pick<Context, 'by'>, memberId: string | null): boolean {
  if (ctx.by?.role === 'Admin') return true;
  return ctx.by?.role === 'Member' && isOwnMember(ctx, memberId);
}
