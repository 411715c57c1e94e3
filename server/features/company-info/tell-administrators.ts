import { hasRole } from '#server/platform/access/permissions.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import type { AboutChange, ImportantChange } from './emails/important-change-email.ts';

/**
 * Mails every administrator, and the person concerned if one is given, about a change for which a session must prove the password. Call it before an
 * administrator is deleted, so that this one gets the mail too. product-rules 4.34.
 */
export async function tellAdministrators(
  ctx: Context,
  what: ImportantChange,
  facts: Pick<AboutChange, 'about' | 'before' | 'after'> = {},
  person?: { id: string; email: string; firstName: string; lastName: string },
): Promise<void> {
  const administrators = await readAdministrators(ctx.db);
  const by = administrators.find(({ id }) => id === ctx.by?.userId);
  const about: AboutChange = {
    what,
    by: by ? `${nameOf(by)}, ${by.email}` : 'an administrator',
    at: ctx.at.toISOString(),
    ...facts,
  };
  const isTold = person === undefined || administrators.some(({ id }) => id === person.id);
  const to = isTold
    ? administrators
    : [
        ...administrators,
        {
          id: person.id,
          email: person.email,
          first_name: person.firstName,
          last_name: person.lastName,
        },
      ];
  await mailAdministrators(ctx, 'important-change', { ...about }, to);
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
    .where(hasRole('Admin'))
    .where('removed_at', 'is', null)
    .execute();
}

function nameOf({ first_name, last_name }: Administrator): string {
  return `${first_name} ${last_name}`.trim();
}

/** Only the last four digits, because mail is read on the way. */
export function masked(accountNumber: string): string {
  if (accountNumber === '') return 'none';
  return accountNumber.length > 4 ? `ending in ${accountNumber.slice(-4)}` : '****';
}
