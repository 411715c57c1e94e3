import { memberRole } from '#contract/roles.ts';
import { userTexts } from '#contract/users/endpoints.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import type { TwoStepChange } from '../emails/two-step-changed-email.ts';

interface User {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
}

/** A user of the administrators' side, locked: sign-ins and other changes of the two-step sign-in wait. */
export async function lockUser(db: Db, userId: string): Promise<User> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .where('role', '<>', memberRole)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) throw notFound(userTexts.notFound);
  return user;
}

export function nameOf({ first_name, last_name, email }: User): string {
  return `${first_name} ${last_name}`.trim() || email;
}

/** So that the owner notices a change by another person. product-rules 4.24. */
export async function mailTwoStep(
  ctx: Pick<Context, 'db' | 'at'>,
  user: User,
  change: TwoStepChange,
): Promise<void> {
  await queueMail(ctx, {
    kind: 'two-step-changed',
    toEmail: user.email,
    toName: `${user.first_name} ${user.last_name}`.trim(),
    about: { userId: user.id, change, at: ctx.at.toISOString() },
  });
}
