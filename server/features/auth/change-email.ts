import { isByStaff } from '#server/platform/access/permissions.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { allowsVisitorMail } from '#server/platform/mail/visitor-mail.ts';
import type { Context } from '#server/context.ts';
import { endOtherSessions } from './sessions.ts';

interface SignIn {
  userId: string;
  /** The current address. */
  email: string;
  name: string;
}

/**
 * The only way to change the address of a user. A database trigger copies it to the member.
 * Ends the other sessions and the mailed links, and notifies the old address. product-rules 4.2.
 */
export async function changeEmail(ctx: Context, signIn: SignIn, email: string): Promise<void> {
  const { db, at, by } = ctx;
  const { userId } = signIn;
  await db
    .updateTable('users')
    .set({ email, email_proved_at: null, is_address_old: false })
    .where('id', '=', userId)
    .execute();
  await db.deleteFrom('password_links').where('user_id', '=', userId).execute();
  await endOtherSessions(db, at, userId, by?.sessionId);
  // A member who changes it again and again would mail strangers.
  const kind = 'email-changed';
  const isLimited = !isByStaff(ctx);
  if (isLimited && !(await allowsVisitorMail(ctx, kind, signIn.email))) return;
  await queueMail(ctx, {
    kind,
    toEmail: signIn.email,
    toName: signIn.name,
    about: { userId },
  });
}
