import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { restoreTexts } from '#contract/members/archive.ts';
import { isErasedEmail, erasedMember } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';
import { conflict, violated } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { invite, replaceSignIn } from '#server/features/auth/invitation/invite.ts';
import { endAllSessions } from '#server/features/auth/sessions.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { auditSubject } from './audit-subject.ts';
import { lockMemberFor } from './member-access.ts';
import { mergedInto } from './merged-into.ts';
import { readMember } from './queries.ts';
import { dropReturn, unarchive } from './return-from-archive.ts';

/**
 * Restores an archived member with relatives and number. The member gets a new sign-in id and chooses a
 * new password with the mailed invitation. Deactivated stays. A repeat changes nothing. product-rules 5.27.
 */
export async function restoreMember(ctx: Context, id: string): Promise<Member> {
  return inTransaction(ctx, async (inside) => {
    const before = await lockMemberFor(inside, id);
    if (before.archivedUtc === null) return before;
    if (isErasedEmail(before.email)) throw conflict(erasedMember);
    if ((await mergedInto(inside.db, before)) !== null) throw conflict(restoreTexts.isMerged);
    await unarchive(inside, id);
    await dropReturn(inside, id);
    await restoreSignIn(inside, before);
    const after = await readMember(inside.db, id);
    await recordAudit(inside, { action: 'restoreMember', ...auditSubject(after), before, after });
    return after;
  });
}

/** An administrator who is also a member keeps the sign-in. */
async function restoreSignIn(ctx: Context, member: Member): Promise<void> {
  const { db, at } = ctx;
  const user = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', member.userID)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (user.role !== 'Member') return;
  await endAllSessions(db, at, member.userID);
  await withAddressTakenError(member, () =>
    db
      .updateTable('users')
      .set({ password_hash: null, removed_at: null })
      .where('id', '=', member.userID)
      .execute(),
  );
  const userId = await replaceSignIn(ctx, member.userID);
  if (member.memberStatusName === statusNames.deactivated) return;
  await invite(ctx, { ...member, userId, isReturn: true });
}

async function withAddressTakenError<T>({ email }: Member, effect: () => Promise<T>): Promise<T> {
  try {
    return await effect();
  } catch (error) {
    if (violated(error) !== 'users_email_key') throw error;
    throw conflict(restoreTexts.addressTaken(email));
  }
}
