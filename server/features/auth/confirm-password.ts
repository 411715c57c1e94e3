import type { Caller, Context } from '#server/context.ts';
import { badField, Refused, sentences } from '#server/errors.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { verifyPassword } from './password-hash.ts';
import { countGuess } from './sign-in-throttle.ts';

interface Attempt {
  password: string;
  client: string;
  /** Off only for load tests. */
  isThrottled: boolean;
  /** The message at the field if the password is wrong. */
  wrong: string;
}

/** Counts an attempt to enter the own password. product-rules 4.26. */
export function countPassword(ctx: Context, { userId, sessionId }: Caller) {
  return countGuess(ctx, { userId, sessionId, refusal: sentences.tooManyPasswords });
}

/** Throws unless this is the caller's password. Answers its hash. product-rules 4.26. */
export async function confirmPassword(
  ctx: Context,
  { password, client, isThrottled, wrong }: Attempt,
): Promise<string | null> {
  if (ctx.by === null) throw new Refused('signedOut', sentences.signedOut);
  const user = await ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', ctx.by.userId)
    .executeTakeFirstOrThrow();
  const counted = isThrottled ? await countPassword(ctx, ctx.by) : null;
  // Not a 401, which would end the session in the browser.
  if (!(await verifyPassword(user.password_hash, password, client))) {
    await recordEvent(ctx, { kind: 'signInFailed', userId: ctx.by.userId });
    throw badField('password', wrong);
  }
  await counted?.forgive();
  return user.password_hash;
}
