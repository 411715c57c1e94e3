import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { withoutPassword } from './first-password.ts';

interface Invited {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The member returned from the archive and had a password before. */
  isReturn?: boolean;
}

/**
 * Mails the link that sets the first password. It is valid for 14 days. Answers the mail's id, or `null` if the address
 * is older than a restored backup: somebody else may read the old mailbox. product-rules 2.20, 4.10.
 */
export async function invite(ctx: Context, invited: Invited): Promise<string | null> {
  const user = await ctx.db
    .updateTable('users')
    .set({ invited_at: ctx.at })
    .where('id', '=', invited.userId)
    .where('is_address_old', '=', false)
    .returning('id')
    .executeTakeFirst();
  return user === undefined ? null : queueInvitation(ctx, invited);
}

/** The mail of an invitation. The user is marked as invited with it. */
export async function queueInvitation(ctx: Context, invited: Invited): Promise<string> {
  return queueMail(ctx, {
    kind: 'invitation',
    toEmail: invited.email,
    toName: `${invited.firstName} ${invited.lastName}`,
    about: { userId: invited.userId, isReturn: invited.isReturn ?? false },
  });
}

/**
 * After an invitation failed: a new one. The link in the earlier one stops working. Answers the mail's
 * id, or `null` if the member needs none any more. product-rules 8.4.
 */
export async function inviteAgain(
  ctx: Context,
  { userId, isReturn }: { userId: string; isReturn: boolean },
): Promise<string | null> {
  const user = await withoutPassword(ctx.db, userId)
    .select(['users.first_name as firstName', 'users.last_name as lastName'])
    .forUpdate('users')
    .executeTakeFirst();
  if (user === undefined) return null;
  return invite(ctx, { ...user, userId: await replaceSignIn(ctx, userId), isReturn });
}

/**
 * Gives the user of a member without a password a new id, and returns it. An invitation link contains
 * the user id, so a link sent to an earlier, perhaps wrong, address stops working. Locks the member.
 * product-rules 4.12.
 */
export async function replaceSignIn({ db }: Context, userId: string): Promise<string> {
  const id = randomUUID();
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await db.deleteFrom('password_links').where('user_id', '=', userId).execute();
  const files = await db
    .updateTable('files')
    .set({ uploaded_by: null })
    .where('uploaded_by', '=', userId)
    .returning('id')
    .execute();
  // A trigger copies the id to the member.
  await db.updateTable('users').set({ id, invited_at: null }).where('id', '=', userId).execute();
  for (const file of files) {
    await db.updateTable('files').set({ uploaded_by: id }).where('id', '=', file.id).execute();
  }
  return id;
}
