import { randomUUID } from 'node:crypto';
import type { Work } from '#server/context.ts';

/**
 * Gives the sign-in of a member without a password another id, and answers it. An invitation's link
 * names the sign-in: the one that went to an earlier address, maybe a stranger's, opens nothing any
 * more. The member is locked. Rules §4.
 */
export async function replaceSignIn({ db }: Work, userId: string): Promise<string> {
  const id = randomUUID();
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await db.deleteFrom('password_links').where('user_id', '=', userId).execute();
  const files = await db
    .updateTable('files')
    .set({ uploaded_by: null })
    .where('uploaded_by', '=', userId)
    .returning('id')
    .execute();
  // The database carries it over to the member.
  await db.updateTable('users').set({ id, invited_at: null }).where('id', '=', userId).execute();
  for (const file of files) {
    await db.updateTable('files').set({ uploaded_by: id }).where('id', '=', file.id).execute();
  }
  return id;
}
