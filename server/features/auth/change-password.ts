import { isByStaff } from '#server/platform/access/permissions.ts';
import { changePasswordTexts } from '#contract/auth/change-password.ts';
import { assertProved } from '#server/platform/access/assert-proved.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import type { Caller, Context } from '#server/context.ts';
import { badField, Refused, sentences } from '#server/errors.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { assertNotCommon } from './common-password.ts';
import { countPassword } from './confirm-password.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { endOtherSessions } from './sessions.ts';
import { forgiveAddress } from './sign-in-throttle.ts';
import { hasTwoStep } from './two-step/assert-second-step.ts';

interface Attempt {
  currentPassword: string;
  newPassword: string;
  client: string;
  /** Off only for load tests. */
  isThrottled: boolean;
}

/**
 * Changes the caller's own password. Ends the other sessions, cancels mailed links and notifies the user.
 * product-rules 4.18.
 */
export async function changePassword(ctx: Context, attempt: Attempt): Promise<void> {
  const { by } = ctx;
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  const user = await readSignIn(ctx, by);
  const counted = attempt.isThrottled ? await countPassword(ctx, by) : null;
  const { currentPassword, newPassword, client } = attempt;
  if (!(await verifyPassword(user.password_hash, currentPassword, client))) {
    await recordEvent(ctx, { kind: 'signInFailed', userId: by.userId });
    throw wrongPassword();
  }
  await counted?.forgive();
  // The right password is the proof, except of the code.
  const isAdministrator = isByStaff(ctx);
  if (isAdministrator && (await hasTwoStep(ctx.db, by.userId))) assertProved(ctx);
  assertNotCommon(newPassword, 'newPassword');
  const password_hash = await hashPassword(newPassword, client);
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    // While the passwords were hashed, another call may have changed the password or the address.
    const changed = await db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', by.userId)
      .where('email', '=', user.email)
      .where('password_hash', '=', user.password_hash)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw wrongPassword();
    await db.deleteFrom('password_links').where('user_id', '=', by.userId).execute();
    await endOtherSessions(db, at, by.userId, by.sessionId);
    await forgiveAddress(db, user.email);
    await recordEvent(inside, { kind: 'passwordChanged', userId: by.userId });
    const name = `${user.first_name} ${user.last_name}`.trim();
    await queueMail(inside, {
      kind: 'password-changed',
      toEmail: user.email,
      toName: name,
      about: { userId: by.userId, by: 'password', at: ctx.at.toISOString() },
    });
    if (isAdministrator) {
      await tellAdministrators(inside, 'administratorPassword', { about: name || user.email });
    }
    await recordAudit(inside, {
      action: 'changePassword',
      subject: 'user',
      id: by.userId,
      name: name || user.email,
    });
  });
}

function readSignIn({ db }: Context, { userId }: Caller) {
  return db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Not a 401, which would end the session in the browser. */
function wrongPassword(): Refused {
  return badField('currentPassword', changePasswordTexts.wrong);
}
