import type { Caller } from '#server/context.ts';

/** To a Member another's record does not exist. Rules §3. */
export function reaches(by: Caller | null, memberId: string): boolean {
  return by?.role === 'Admin' || by?.memberId === memberId.toLowerCase();
}
