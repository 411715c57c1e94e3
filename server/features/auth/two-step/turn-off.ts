import { resetTwoStepTexts } from '#contract/auth/two-step.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Context } from '#server/context.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { conflict, Refused, sentences } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lockUser, mailTwoStep, nameOf } from './people.ts';

/** Turns off the caller's own two-step sign-in. product-rules 4.21. */
export async function turnOffTwoStep(ctx: Context, userId: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const user = await lockUser(inside.db, userId);
    if (!(await deleteSecret(inside.db, userId))) return;
    await mailTwoStep(inside, user, 'off');
    await tellAdministrators(inside, 'twoStepOff', { about: `${nameOf(user)}, ${user.email}` });
    await recordAudit(inside, {
      action: 'turnOffTwoStep',
      subject: 'user',
      id: userId,
      name: nameOf(user),
    });
  });
}

/** Turns off that of another administrator, who has lost the phone. product-rules 4.24. */
export async function resetTwoStep(ctx: Context, userId: string): Promise<void> {
  if (ctx.by === null) throw new Refused('signedOut', sentences.signedOut);
  if (ctx.by.userId === userId) throw conflict(resetTwoStepTexts.own);
  await inTransaction(ctx, async (inside) => {
    const user = await lockUser(inside.db, userId);
    if (!(await deleteSecret(inside.db, user.id))) return;
    await mailTwoStep(inside, user, 'reset');
    await tellAdministrators(inside, 'twoStepReset', { about: `${nameOf(user)}, ${user.email}` });
    await recordAudit(inside, {
      action: 'resetTwoStep',
      subject: 'user',
      id: user.id,
      name: nameOf(user),
    });
  });
}

/**
 * The same by the person who runs the server. The audit log shows the command in place of a name. Answers
 * the administrator's name, or `null` if it was off. product-rules 4.24.
 */
export async function resetTwoStepOnServer(
  ctx: Pick<Context, 'db' | 'at'>,
  userId: string,
): Promise<string | null> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const user = await lockUser(db, userId);
    if (!(await deleteSecret(db, userId))) return null;
    await mailTwoStep(inside, user, 'server');
    await db
      .insertInto('audit_entries')
      .values({
        at,
        by_user_id: userId,
        by_name: 'npm run reset-two-step',
        action: 'resetTwoStep',
        subject_kind: 'user',
        subject_id: userId,
        subject_name: nameOf(user),
        before: '{}',
        after: '{}',
      })
      .execute();
    return nameOf(user);
  });
}

/** Its recovery codes are deleted with it. False if it was off: a set-up that was not finished ends too. */
async function deleteSecret(db: Db, userId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('two_step_secrets')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return deleted?.confirmed_at != null;
}
