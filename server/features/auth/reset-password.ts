import { resetPasswordTexts } from '#contract/auth/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { Refused } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { assertNotCommon } from './common-password.ts';
import { hashPassword } from './password-hash.ts';
import { hashToken } from './password-links.ts';
import { endAllSessions } from './sessions.ts';
import { forgiveAddress } from './sign-in-throttle.ts';
import { hasTwoStep } from './two-step/assert-second-step.ts';

/** Sets the password once per token, invalidates other tokens, ends all sessions, informs the user. product-rules 4.8. */
export async function resetPassword(
  ctx: Context,
  form: { email: string; token: string; newPassword: string },
): Promise<void> {
  assertNotCommon(form.newPassword, 'newPassword');
  const password_hash = await hashPassword(form.newPassword);
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const before = await lockSignIn(db, form.token);
    const link = await db
      .updateTable('password_links')
      .set({ used_at: at })
      .where('token_hash', '=', hashToken(form.token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .returning(['user_id', 'email'])
      .executeTakeFirst();
    if (link === undefined || link.email !== form.email.trim().toLowerCase()) {
      throw new Refused('badInput', resetPasswordTexts.failure);
    }
    // A link works only for the address it was mailed to: the old mailbox may have another reader.
    const user = await db
      .updateTable('users')
      .set({ password_hash, email_proved_at: at })
      .where('id', '=', link.user_id)
      .where('email', '=', link.email)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (user.numUpdatedRows === 0n) throw new Refused('badInput', resetPasswordTexts.failure);
    await db
      .updateTable('password_links')
      .set({ used_at: at })
      .where('user_id', '=', link.user_id)
      .where('used_at', 'is', null)
      .execute();
    await endAllSessions(db, at, link.user_id);
    // Otherwise a reader of the mailbox could go on guessing codes after each reset.
    if (!(await hasTwoStep(db, link.user_id))) await forgiveAddress(db, link.email);
    await queueMail(inside, {
      kind: 'password-changed',
      toEmail: link.email,
      toName: before?.name ?? '',
      about: { userId: link.user_id, by: before?.hasPassword ? 'link' : 'firstLink' },
    });
  });
}

/** Every transaction locks a user before the user's links, so that no two deadlock. */
async function lockSignIn(db: Db, token: string) {
  const user = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'password_hash'])
    .where('id', '=', (link) =>
      link
        .selectFrom('password_links')
        .select('user_id')
        .where('token_hash', '=', hashToken(token)),
    )
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const name = `${user.first_name} ${user.last_name}`.trim();
  return { name, hasPassword: user.password_hash !== null };
}
