import type { Context } from '#server/context.ts';
import { badField, Refused, sentences } from '#server/errors.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { verifyPassword } from './password-hash.ts';
import { countAttempt, countGuess } from './sign-in-throttle.ts';

interface Attempt {
  password: string;
  client: string;
  /** Off only for load tests. */
  isThrottled: boolean;
  /** The message at the field if the password is wrong. */
  wrong: string;
}

/** Counts an attempt to enter the own password, for the client and for the user. product-rules 4.7, 4.26. */
export async function countPassword(
  ctx: Context,
  { userId, email, client }: { userId: string; email: string; client: string },
): Promise<{ forgive(): Promise<void> }> {
  const attempt = await countAttempt(ctx, email, client);
  const refusal = sentences.tooManyPasswords;
  const guess = await countGuess(ctx, { userId, kind: 'password', refusal });
  return {
    async forgive() {
      await attempt.forgive();
      await guess.forgive();
    },
  };
}

/**
 * Throws unless this is the caller's password. Wrong ones count as failed sign-ins. Answers its hash.
 * product-rules 4.7.
 */
export async function confirmPassword(
  ctx: Context,
  { password, client, isThrottled, wrong }: Attempt,
): Promise<string | null> {
  if (ctx.by === null) throw new Refused('signedOut', sentences.signedOut);
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', ctx.by.userId)
    .executeTakeFirstOrThrow();
  const counted = isThrottled
    ? await countPassword(ctx, { ...ctx.by, email: user.email, client })
    : null;
  // Not a 401, which would end the session in the browser.
  if (!(await verifyPassword(user.password_hash, password, client))) {
    await recordEvent(ctx, { kind: 'signInFailed', userId: ctx.by.userId });
    throw badField('password', wrong);
  }
  await counted?.forgive();
  return user.password_hash;
}
