import { adminRole } from '#contract/users/endpoints.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import type { AccountChange } from './emails/account-changed-email.ts';

/** Mails every administrator that the account number was changed. product-rules 6.16. */
export async function tellAdministrators(
  ctx: Context,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const administrators = await readAdministrators(ctx.db);
  const by = administrators.find(({ id }) => id === ctx.by?.userId);
  const about: AccountChange = {
    by: by ? `${nameOf(by)}, ${by.email}` : 'an administrator',
    at: ctx.at.toISOString(),
    before: masked(before),
    after: masked(after),
  };
  await mailAdministrators(ctx, 'account-changed', { ...about }, administrators);
}

/** Queues a mail of this kind to every administrator. */
export async function mailAdministrators(
  ctx: Context,
  kind: string,
  about: Record<string, unknown>,
  to?: Administrator[],
): Promise<void> {
  const administrators = to ?? (await readAdministrators(ctx.db));
  await queueMails(
    ctx,
    administrators.map((user) => ({ kind, toEmail: user.email, toName: nameOf(user), about })),
  );
}

type Administrator = Awaited<ReturnType<typeof readAdministrators>>[number];

function readAdministrators(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('role', '=', adminRole)
    .where('removed_at', 'is', null)
    .execute();
}

function nameOf({ first_name, last_name }: Administrator): string {
  return `${first_name} ${last_name}`.trim();
}

/** Only the last four digits, because mail is read on the way. */
function masked(accountNumber: string): string {
  if (accountNumber === '') return 'none';
  return accountNumber.length > 4 ? `ending in ${accountNumber.slice(-4)}` : '****';
}
