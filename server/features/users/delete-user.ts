import { userTexts } from '#contract/users/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { endAllSessions } from '#server/features/auth/sessions.ts';
import { deleteOwnSearches } from '#server/features/saved-searches/change-saved-searches.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound, Refused, sentences } from '#server/errors.ts';
import { deletePicture } from '#server/platform/files/stored-files.ts';
import type { Context } from '#server/context.ts';
import { describe, findUser, isMembers, lockAdministrators, userName } from './queries.ts';

/**
 * Removes a user. The name stays in the history, and the address becomes free. Refuses the caller's own
 * account, the last administrator and users with a member. product-rules 4.13.
 */
export async function deleteUser(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    const administrators = await lockAdministrators(db);
    // The caller may have been removed while this call waited for the lock.
    if (by !== null && !administrators.includes(by.userId)) {
      throw new Refused('signedOut', sentences.signedOut);
    }
    const user = await findUser(db, id);
    if (user === undefined) throw notFound(userTexts.notFound);
    if (await isMembers(db, id)) throw conflict(userTexts.memberStays);
    if (administrators.every((administrator) => administrator === user.id)) {
      throw conflict(userTexts.lastStays);
    }
    if (user.id === by?.userId) throw conflict(userTexts.ownStays);
    await tellAdministrators(inside, 'administratorDeleted', { about: describe(user) });
    await db
      .updateTable('users')
      .set({ removed_at: at, password_hash: null, profile_picture: '' })
      .where('id', '=', id)
      .execute();
    await deletePicture(db, user.profilePicture);
    await db.deleteFrom('password_links').where('user_id', '=', id).execute();
    await db.deleteFrom('two_step_secrets').where('user_id', '=', id).execute();
    await deleteOwnSearches(db, id);
    await endAllSessions(db, at, id);
    await recordEvent(inside, {
      kind: 'administratorRemoved',
      userId: by?.userId ?? null,
      detail: userName(user),
    });
    await recordAudit(inside, {
      action: 'deleteUser',
      subject: 'user',
      id,
      name: userName(user),
      before: user,
    });
  });
}
