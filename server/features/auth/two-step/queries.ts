import type { TwoStep } from '#contract/auth/two-step.ts';
import { userTexts } from '#contract/users/endpoints.ts';
import type { Caller, Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { decryptSecret } from '#server/platform/access/encrypt-secret.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { readTwoStepSettings } from './settings.ts';

/** What the secret of a user is encrypted for. */
export const secretUseOf = (userId: string) =>
  ({ purpose: 'two-step sign-in', boundTo: userId }) as const;

/** The caller's own, for the page that sets it up. */
export async function readTwoStep({ db }: Context, by: Caller): Promise<TwoStep> {
  const { requiredFrom } = await readTwoStepSettings(db);
  const codes = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', by.userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    ...(await readUserTwoStep(db, by.userId)),
    recoveryCodesLeft: codes.left,
    requiredFrom,
    isSetUpDue: by.isTwoStepDue === true,
  };
}

export async function readUserTwoStep(
  db: Db,
  userId: string,
): Promise<{ onSinceUtc: string | null }> {
  const user = await db
    .selectFrom('users')
    .leftJoin('two_step_secrets', 'two_step_secrets.user_id', 'users.id')
    .select('two_step_secrets.confirmed_at')
    .where('users.id', '=', userId)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined) throw notFound(userTexts.notFound);
  return { onSinceUtc: user.confirmed_at?.toISOString() ?? null };
}

/** The addresses of those whose secret this key does not open. */
export async function findUnreadableTwoStep(db: Db, key: Uint8Array): Promise<string[]> {
  const rows = await db
    .selectFrom('two_step_secrets')
    .innerJoin('users', 'users.id', 'two_step_secrets.user_id')
    .select(['users.id', 'users.email', 'two_step_secrets.secret'])
    .where('two_step_secrets.confirmed_at', 'is not', null)
    .where('users.removed_at', 'is', null)
    .orderBy('users.email')
    .execute();
  return rows.flatMap(({ id, email, secret }) =>
    decryptSecret(key, secretUseOf(id), secret) === null ? [email] : [],
  );
}
