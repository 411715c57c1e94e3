import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';

interface Invited {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The member returned from the archive and had a password before. */
  isReturn?: boolean;
}

/** Mails the link that sets the first password. It is valid for 14 days. product-rules 4.10. */
export async function invite(ctx: Context, invited: Invited): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ invited_at: ctx.at })
    .where('id', '=', invited.userId)
    .execute();
  await queueInvitation(ctx, invited);
}

/** The mail of an invitation. The user is marked as invited with it. */
export async function queueInvitation(ctx: Context, invited: Invited): Promise<void> {
  await queueMail(ctx, {
    kind: 'invitation',
    toEmail: invited.email,
    toName: `${invited.firstName} ${invited.lastName}`,
    about: { userId: invited.userId, isReturn: invited.isReturn ?? false },
  });
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
