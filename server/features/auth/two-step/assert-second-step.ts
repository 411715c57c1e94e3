import { signInTexts } from '#contract/auth/endpoints.ts';
import type { Context } from '#server/context.ts';
import { Refused } from '#server/errors.ts';
import { decryptSecret } from '#server/platform/access/encrypt-secret.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { stepOfCode } from './app-codes.ts';
import { digitsOf, takeRecoveryCode } from './recovery-codes.ts';
import { secretUseOf } from './queries.ts';

interface Attempt {
  userId: string;
  code: string | undefined;
  /** The installation's secret. */
  secret: Uint8Array;
}

/**
 * Throws unless the user has no two-step sign-in, or the code is right and unused. A wrong code gets the
 * reply of a wrong password. Call it in the transaction that starts the session. product-rules 4.20.
 */
export async function assertSecondStep(ctx: Context, attempt: Attempt): Promise<void> {
  const { userId, secret } = attempt;
  const stored = await findConfirmed(ctx.db, userId);
  if (stored === undefined) return;
  const digits = digitsOf(attempt.code ?? '');
  if (digits === '') throw new Refused('signedOut', signInTexts.enterCode);
  const key = decryptSecret(secret, secretUseOf(userId), stored.secret);
  const step = key && stepOfCode(key, digits, ctx.at);
  const isRight =
    step === null
      ? await takeRecoveryCode(ctx.db, { userId, digits, at: ctx.at })
      : await takeStep(ctx, userId, step);
  if (!isRight) throw new Refused('signedOut', signInTexts.failure);
}

/** Whether a password alone is not enough for this user. */
export async function hasTwoStep(db: Db, userId: string): Promise<boolean> {
  return (await findConfirmed(db, userId)) !== undefined;
}

function findConfirmed(db: Db, userId: string) {
  return db
    .selectFrom('two_step_secrets')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
}

/** Of several sign-ins with the same code, one gets the row. */
async function takeStep({ db }: Context, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('two_step_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}
