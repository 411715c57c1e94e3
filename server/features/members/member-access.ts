import { isByStaff } from '#server/platform/access/permissions.ts';
import { memberTexts, type Member } from '#contract/members/endpoints.ts';
import type { Context } from '#server/context.ts';
import { canAccessMember } from '#server/platform/access/member-reach.ts';
import { conflict, notFound } from '#server/errors.ts';
import { findMember } from './queries.ts';

/** The member, if the caller may see it. Only administrators see archived members. product-rules 3.3. */
export async function findMemberFor(ctx: Context, id: string): Promise<Member | undefined> {
  if (!canAccessMember(ctx, id)) return undefined;
  const member = await findMember(ctx.db, id);
  const isHidden = member?.archivedUtc != null && !isByStaff(ctx);
  return isHidden ? undefined : member;
}

/** Throws the same 404 for another user's member as for an unknown one. */
export async function memberFor(
  ctx: Context,
  id: string,
  missing: string = memberTexts.notFound,
): Promise<Member> {
  const member = await findMemberFor(ctx, id);
  if (member === undefined) throw notFound(missing);
  return member;
}

/** Locks the member until the transaction ends. Reads it after the lock, so that it is current. */
export async function lockMemberFor(ctx: Context, id: string, missing?: string): Promise<Member> {
  if (canAccessMember(ctx, id)) {
    await ctx.db.selectFrom('members').select('id').where('id', '=', id).forUpdate().execute();
  }
  return memberFor(ctx, id, missing);
}

/** Like `lockMemberFor`, but refuses an archived member, which cannot be changed. */
export async function lockCurrentMemberFor(
  ctx: Context,
  id: string,
  missing?: string,
): Promise<Member> {
  const member = await lockMemberFor(ctx, id, missing);
  if (member.archivedUtc !== null) throw conflict(memberTexts.archived);
  return member;
}
