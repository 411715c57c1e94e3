import { may } from '#server/platform/access/permissions.ts';
import { userTexts } from '#contract/users/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { notFound } from '#server/errors.ts';
import { deletePicture, storePicture } from '#server/platform/files/stored-files.ts';
import { BadPicture, makePicture } from '#server/platform/files/make-picture.ts';
import { badUpload } from '#server/platform/http/read-upload.ts';
import { contentOf, type ReceivedFile } from '#server/platform/uploads/private-files.ts';
import type { Context } from '#server/context.ts';
import { lockUser } from './update-user.ts';
import { userName } from './queries.ts';

/**
 * Replaces the caller's picture, or for an administrator that of any user. Deletes the old picture
 * and returns the path of the new one. A Member gets a 404 for another user.
 */
export async function uploadProfilePicture(
  ctx: Context,
  { file, userId }: { file: ReceivedFile; userId: string | undefined },
): Promise<string> {
  const id = userId || ctx.by?.userId;
  const isAllowed = id === ctx.by?.userId || may(ctx, 'system');
  if (id === undefined || !isAllowed) throw notFound(userTexts.notFound);
  const read = () => contentOf(file);
  const picture = await makePicture(read, ctx.by?.userId ?? id).catch((error: unknown) => {
    throw error instanceof BadPicture ? badUpload('file', error.message) : error;
  });
  return inTransaction(ctx, async (inside) => {
    const before = await lockUser(inside.db, id);
    const path = await storePicture(inside, picture);
    const { db } = inside;
    await db.updateTable('users').set({ profile_picture: path }).where('id', '=', id).execute();
    await deletePicture(db, before.profilePicture);
    await recordAudit(inside, {
      action: 'uploadProfilePicture',
      subject: 'user',
      id,
      name: userName(before),
      before,
      after: { ...before, profilePicture: path },
    });
    return path;
  });
}
