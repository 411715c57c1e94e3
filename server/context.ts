import type { Db } from './platform/db/pool.ts';
import type { Queue } from './platform/jobs/queue.ts';

/** Whom the session belongs to; the role is the database's, not the token's. product-rules 3.2. */
export interface Caller {
  userId: string;
  sessionId: string;
  role: string;
  memberId: string | null;
}

/** What every verb is given first: where it writes, where it queues, when it is, and for whom. */
export interface Context {
  db: Db;
  queue: Queue;
  /** The moment of the request or job, from the application's clock. */
  at: Date;
  by: Caller | null;
}

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
