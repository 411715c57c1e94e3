import { twoStepTexts } from '#contract/auth/two-step.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { decryptSecret, encryptSecret } from '#server/platform/access/encrypt-secret.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { endOtherSessions } from '../sessions.ts';
import { drawSecret, newSecret, stepOfCode } from './app-codes.ts';
import { lockUser, mailTwoStep, nameOf } from './people.ts';
import { digitsOf, replaceRecoveryCodes } from './recovery-codes.ts';
import { secretUseOf } from './queries.ts';

/** A new secret for the app of this user. It counts from the first code on. product-rules 4.21. */
export async function startTwoStep(ctx: Context, installation: Uint8Array, userId: string) {
  const secret = newSecret();
  const user = await inTransaction(ctx, async ({ db, at }) => {
    const locked = await lockUser(db, userId);
    if ((await findSecret(db, userId))?.confirmed_at) throw conflict(twoStepTexts.alreadyOn);
    const row = {
      secret: encryptSecret(installation, secretUseOf(userId), secret),
      created_at: at,
    };
    await db
      .insertInto('two_step_secrets')
      .values({ user_id: userId, ...row })
      .onConflict((conflicting) => conflicting.column('user_id').doUpdateSet(row))
      .execute();
    return locked;
  });
  const { name: organisation } = await readIssuer(ctx.db);
  return drawSecret(secret, { organisation, email: user.email });
}

interface Confirmation {
  installation: Uint8Array;
  userId: string;
  sessionId: string;
  code: string;
}

/**
 * Turns it on with the first code of the app, and answers the recovery codes. Ends the other sessions,
 * which were started without a code. product-rules 4.21.
 */
export async function confirmTwoStep(
  ctx: Context,
  { installation, userId, sessionId, code }: Confirmation,
): Promise<string[]> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const user = await lockUser(db, userId);
    const stored = await findSecret(db, userId);
    if (stored?.confirmed_at) throw conflict(twoStepTexts.alreadyOn);
    const secret = stored && decryptSecret(installation, secretUseOf(userId), stored.secret);
    if (!secret) throw conflict(twoStepTexts.startAgain);
    const step = stepOfCode(secret, digitsOf(code), at);
    if (step === null) throw badField('code', twoStepTexts.wrongCode);
    await db
      .updateTable('two_step_secrets')
      .set({ confirmed_at: at, last_step: step })
      .where('user_id', '=', userId)
      .execute();
    const codes = await replaceRecoveryCodes(db, userId);
    await endOtherSessions(db, at, userId, sessionId);
    await mailTwoStep(inside, user, 'on');
    await recordAudit(inside, {
      action: 'confirmTwoStep',
      subject: 'user',
      id: userId,
      name: nameOf(user),
    });
    return codes;
  });
}

/** New recovery codes. The earlier ones stop working. product-rules 4.23. */
export async function makeRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const user = await lockUser(db, userId);
    if (!(await findSecret(db, userId))?.confirmed_at) throw conflict(twoStepTexts.isOff);
    const codes = await replaceRecoveryCodes(db, userId);
    await mailTwoStep(inside, user, 'codes');
    await tellAdministrators(inside, 'recoveryCodes', { about: `${nameOf(user)}, ${user.email}` });
    await recordAudit(inside, {
      action: 'makeRecoveryCodes',
      subject: 'user',
      id: userId,
      name: nameOf(user),
    });
    return codes;
  });
}

function findSecret(db: Db, userId: string) {
  return db
    .selectFrom('two_step_secrets')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
