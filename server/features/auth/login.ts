import { signInTexts } from '#contract/auth/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { Refused } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { verifyPassword } from './password-hash.ts';
import { startSession } from './sessions.ts';
import { countAttempt } from './sign-in-throttle.ts';
import { assertSecondStep, hasTwoStep } from './two-step/assert-second-step.ts';
import { countCode } from './two-step/count-code.ts';
import { digitsOf, isRecoveryCode } from './two-step/recovery-codes.ts';

interface Attempt {
  email: string;
  password: string;
  /** Of two-step sign-in. */
  code?: string | undefined;
  client: string;
  /** Off only for load tests. */
  isThrottled: boolean;
}

/**
 * Returns a session token. A wrong email, a wrong password, a deactivated and an archived member get
 * the same reply after the same time. product-rules 4.6.
 */
export async function login(
  ctx: Context,
  secret: Uint8Array,
  attempt: Attempt,
): Promise<{ token: string }> {
  const email = attempt.email.trim().toLowerCase();
  const counted = attempt.isThrottled ? await countAttempt(ctx, email, attempt.client) : null;
  const user = isStorable(email) ? await findSignIn(ctx.db, email) : undefined;
  const isRight = await verifyPassword(
    user?.password_hash ?? null,
    attempt.password,
    attempt.client,
  );
  if (user === undefined || !isRight || isShutOut(user)) {
    await recordEvent(ctx, { kind: 'signInFailed', userId: user?.id ?? null });
    throw new Refused('signedOut', signInTexts.failure);
  }
  if (counted !== null && (await hasTwoStep(ctx.db, user.id))) {
    await counted.withdraw();
    const kind = isRecoveryCode(digitsOf(attempt.code ?? '')) ? 'recoveryCode' : 'code';
    await countAttempt(ctx, email, attempt.client, kind);
  }
  const guess = attempt.isThrottled ? await countCode(ctx, user.id, attempt.code) : null;
  const start = async (inside: Context) => {
    const { db, at, origin } = inside;
    if (!(await stillHas(db, user))) return null;
    await assertSecondStep(inside, { userId: user.id, code: attempt.code, secret });
    await recordEvent(inside, { kind: 'signIn', userId: user.id });
    return startSession(db, at, secret, { ...user, origin });
  };
  const token = await inTransaction(ctx, start).catch(async (error: unknown) => {
    const isWrongCode = error instanceof Refused && error.message === signInTexts.failure;
    if (isWrongCode) await recordEvent(ctx, { kind: 'signInFailed', userId: user.id });
    throw error;
  });
  if (token === null) throw new Refused('signedOut', signInTexts.failure);
  await counted?.forgive();
  await guess?.forgive();
  return { token };
}

/**
 * While the password was checked, the password or the address may have changed, or the user may have
 * been removed, deactivated or archived. Each of these ends all sessions, so also this one.
 */
async function stillHas(db: Db, user: SignIn): Promise<boolean> {
  await db.selectFrom('members').select('id').where('user_id', '=', user.id).forShare().execute();
  await db.selectFrom('users').select('id').where('id', '=', user.id).forShare().execute();
  const now = await findSignIn(db, user.email);
  return now?.id === user.id && now.password_hash === user.password_hash && !isShutOut(now);
}

function isStorable(email: string): boolean {
  return email.isWellFormed() && !email.includes('\u0000');
}

function isShutOut(user: { status: string | null; archived_at: Date | null }): boolean {
  return user.status === statusNames.deactivated || user.archived_at !== null;
}

type SignIn = NonNullable<Awaited<ReturnType<typeof findSignIn>>>;

function findSignIn(db: Db, email: string) {
  return db
    .selectFrom('users')
    .leftJoin('members', 'members.user_id', 'users.id')
    .leftJoin('member_statuses', 'member_statuses.id', 'members.member_status_id')
    .where('users.email', '=', email)
    .where('users.removed_at', 'is', null)
    .select([
      'users.id',
      'users.email',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.role',
      'users.profile_picture as profilePicture',
      'users.password_hash',
      'members.id as memberId',
      'members.archived_at',
      'member_statuses.name as status',
    ])
    .executeTakeFirst();
}
