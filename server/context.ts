import type { Db } from './platform/db/pool.ts';
import type { Queue } from './platform/jobs/queue.ts';

/** The user of the session. The role comes from the database, not from the token. product-rules 3.2. */
export interface Caller {
  userId: string;
  sessionId: string;
  role: string;
  memberId: string | null;
}

/** The first argument of every command and query: database, queue, current time and caller. */
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
