import { firstPasswordTexts, invitationDays } from '#contract/auth/first-password.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { Refused } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { firstPasswordMs, makePasswordLink } from '../password-links.ts';

const dayMs = 24 * 3_600_000;

/** `false` only for members who may still choose their first password. product-rules 4.10. */
export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  return (await withoutPassword(db, userId).executeTakeFirst()) === undefined;
}

/** A token for the first-password page. Every refusal has the same message. product-rules 4.10. */
export async function makeFirstPasswordToken(
  ctx: Context,
  userId: string,
): Promise<{ token: string; email: string }> {
  return inTransaction(ctx, async ({ db, at }) => {
    const invited = new Date(at.getTime() - invitationDays * dayMs);
    const user = await withoutPassword(db, userId)
      .where('users.invited_at', '>', invited)
      // Waits for a transaction that is setting the password.
      .forUpdate('users')
      .executeTakeFirst();
    if (user === undefined) throw new Refused('badInput', firstPasswordTexts.badLink);
    const link = { ...user, isMailed: false };
    const token = await makePasswordLink(db, link, at, firstPasswordMs);
    return { token, email: user.email };
  });
}

/** The user, if a first password may be chosen. */
export function withoutPassword(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .innerJoin('member_statuses', 'member_statuses.id', 'members.member_status_id')
    .where('users.id', '=', userId)
    .where('users.role', '=', 'Member')
    .where('users.password_hash', 'is', null)
    .where('users.removed_at', 'is', null)
    .where('users.is_address_old', '=', false)
    .where('members.archived_at', 'is', null)
    .where('member_statuses.name', '<>', statusNames.deactivated)
    .select(['users.id', 'users.email']);
}
