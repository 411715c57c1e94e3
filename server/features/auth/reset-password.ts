import { resetPasswordTexts } from '#contract/auth/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { Refused } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { assertNotCommon } from './common-password.ts';
import { hashPassword } from './password-hash.ts';
import { hashToken, isUsable } from './password-links.ts';
import { endAllSessions } from './sessions.ts';
import { forgiveAddress } from './sign-in-throttle.ts';
import { hasTwoStep } from './two-step/assert-second-step.ts';

/** Applies what waited for the proof of the address. Answers the new sign-in id. */
export type CompleteReturn = (ctx: Context, returnId: string) => Promise<string>;

/**
 * Sets the password once per token, invalidates other tokens, ends all sessions, informs the user. The link
 * of a returning member also brings the record back. product-rules 4.8, 5.22.
 */
export async function resetPassword(
  ctx: Context,
  form: { email: string; token: string; newPassword: string },
  completeReturn: CompleteReturn,
): Promise<void> {
  assertNotCommon(form.newPassword, 'newPassword');
  // Without a link that works, anyone could make the server hash passwords.
  await assertLink(ctx, form);
  const password_hash = await hashPassword(form.newPassword, ctx.origin?.client);
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const before = await lockSignIn(db, form.token);
    const link = await db
      .updateTable('password_links')
      .set({ used_at: at })
      .where(isUsable(form.token, at))
      .returning(['user_id', 'email', 'return_id'])
      .executeTakeFirst();
    if (link === undefined || link.email !== form.email.trim().toLowerCase()) {
      throw new Refused('badInput', resetPasswordTexts.failure);
    }
    const userId = link.return_id ? await completeReturn(inside, link.return_id) : link.user_id;
    // A link works only for the address it was mailed to: the old mailbox may have another reader.
    const user = await db
      .updateTable('users')
      .set({ password_hash, email_proved_at: at })
      .where('id', '=', userId)
      .where('email', '=', link.email)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (user.numUpdatedRows === 0n) throw new Refused('badInput', resetPasswordTexts.failure);
    await db
      .updateTable('password_links')
      .set({ used_at: at })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute();
    await endAllSessions(db, at, userId);
    await recordEvent(inside, { kind: 'passwordReset', userId });
    // Otherwise a reader of the mailbox could go on guessing codes after each reset.
    if (!(await hasTwoStep(db, userId))) await forgiveAddress(db, link.email);
    await queueMail(inside, {
      kind: 'password-changed',
      toEmail: link.email,
      toName: before?.name ?? '',
      about: {
        userId,
        by: before?.hasPassword ? 'link' : 'firstLink',
        at: inside.at.toISOString(),
      },
    });
  });
}

async function assertLink(
  { db, at }: Context,
  form: { email: string; token: string },
): Promise<void> {
  const link = await db
    .selectFrom('password_links')
    .select('email')
    .where(isUsable(form.token, at))
    .executeTakeFirst();
  if (link === undefined || link.email !== form.email.trim().toLowerCase()) {
    throw new Refused('badInput', resetPasswordTexts.failure);
  }
}

/**
 * Every transaction locks a user before the user's links, so that no two deadlock. A return changes the
 * member, who is locked before the user.
 */
async function lockSignIn(db: Db, token: string) {
  const link = await db
    .selectFrom('password_links as l')
    .leftJoin('member_returns as r', 'r.id', 'l.return_id')
    .where('l.token_hash', '=', hashToken(token))
    .select(['l.user_id', 'r.member_id'])
    .executeTakeFirst();
  if (link === undefined) return undefined;
  const { member_id } = link;
  if (member_id !== null) {
    await db.selectFrom('members').select('id').where('id', '=', member_id).forUpdate().execute();
  }
  const user = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'password_hash'])
    .where('id', '=', link.user_id)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const name = `${user.first_name} ${user.last_name}`.trim();
  return { name, hasPassword: user.password_hash !== null };
}
