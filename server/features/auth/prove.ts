import { signInTexts } from '#contract/auth/endpoints.ts';
import { proofTexts } from '#contract/auth/proof.ts';
import type { Context } from '#server/context.ts';
import { badField, Refused, sentences } from '#server/errors.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { confirmPassword } from './confirm-password.ts';
import { assertSecondStep } from './two-step/assert-second-step.ts';
import { countCode } from './two-step/count-code.ts';

interface Attempt {
  password: string;
  /** Of two-step sign-in. */
  code?: string | undefined;
  client: string;
  /** Off only for load tests. */
  isThrottled: boolean;
}

/** Notes that the user of this session has entered password and code again. product-rules 4.26, 4.33. */
export async function prove(ctx: Context, secret: Uint8Array, attempt: Attempt): Promise<void> {
  const { by } = ctx;
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  const wrong = proofTexts.wrongPassword;
  const passwordHash = await confirmPassword(ctx, { ...attempt, wrong });
  const guess = attempt.isThrottled ? await countCode(ctx, by.userId, attempt.code) : null;
  const accept = async (inside: Context) => {
    await assertSecondStep(inside, { userId: by.userId, code: attempt.code, secret });
    // While the password was checked, it may have been changed, or the session may have ended.
    const { numUpdatedRows } = await inside.db
      .updateTable('sessions')
      .set({ proved_at: inside.at })
      .where('id', '=', by.sessionId)
      .where('ended_at', 'is', null)
      .where((row) =>
        row.exists(
          row
            .selectFrom('users')
            .select('id')
            .where('id', '=', by.userId)
            .where('password_hash', '=', passwordHash),
        ),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw badField('password', wrong);
    await recordEvent(inside, { kind: 'proved', userId: by.userId });
  };
  await inTransaction(ctx, accept).catch(async (error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    // Not a 401, which would end the session in the browser.
    if (error.message === signInTexts.enterCode) throw badField('code', proofTexts.enterCode);
    if (error.message !== signInTexts.failure) throw error;
    await recordEvent(ctx, { kind: 'signInFailed', userId: by.userId });
    throw badField('code', proofTexts.wrongCode);
  });
  await guess?.forgive();
}
