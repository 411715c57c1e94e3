import { queueMail } from '#server/platform/mail/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { endOtherSessions } from './sessions.ts';

interface SignIn {
  userId: string;
  /** The address until now. */
  email: string;
  name: string;
}

/**
 * The one way to change the address of a sign-in, which is its member's too: the database carries it
 * over. The other sessions end, the links that were mailed open nothing, and the old address is told.
 * product-rules 4.2.
 */
export async function changeEmail(ctx: Context, signIn: SignIn, email: string): Promise<void> {
  const { db, at, by } = ctx;
  const { userId } = signIn;
  await db
    .updateTable('users')
    .set({ email, email_proved_at: null })
    .where('id', '=', userId)
    .execute();
  await db.deleteFrom('password_links').where('user_id', '=', userId).execute();
  await endOtherSessions(db, at, userId, by?.sessionId);
  await queueMail(ctx, {
    kind: 'email-changed',
    toEmail: signIn.email,
    toName: signIn.name,
    about: { userId },
  });
}
