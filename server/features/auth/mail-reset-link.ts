import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { allowsVisitorMail } from '#server/platform/mail/visitor-mail.ts';
import type { Context } from '#server/context.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { hasManyLinks, mailedLinkMs, makePasswordLink } from './password-links.ts';
import { mailReturnLinkTo } from './return-link.ts';

/**
 * Queued by every forgot-password call, for known and unknown addresses alike, so that neither the reply
 * nor its duration reveals an account. Mails a link to users who may sign in, and to an archived member
 * who has registered again. Of the links that all clients together may ask for, the last one works.
 * product-rules 4.9.
 */
export async function mailResetLink(ctx: Context, email: string): Promise<void> {
  await inTransaction(ctx, async (inside): Promise<void> => {
    const { db, at } = inside;
    const user = await lockUser(db, 'email', email);
    await recordEvent(inside, { kind: 'resetRequested', userId: user?.id ?? null });
    if (user === undefined) return mailReturnLinkTo(inside, email);
    if (await hasManyLinks(db, user.id, at)) return;
    // For each client: a stranger who used up the mails of the mailbox must not keep them from its owner.
    const { client = '' } = inside.origin ?? {};
    if (!(await allowsVisitorMail(inside, 'reset', `${client} ${user.email}`))) return;
    await queueReset(inside, user);
  });
}

/**
 * After a mail with a link failed: a new mail with a new link. Earlier links stop working. Answers the
 * mail's id, or `null` if the user may not sign in. product-rules 8.4.
 */
export async function mailResetLinkAgain(ctx: Context, userId: string): Promise<string | null> {
  const user = await lockUser(ctx.db, 'id', userId);
  if (user === undefined) return null;
  await ctx.db.deleteFrom('password_links').where('user_id', '=', user.id).execute();
  return queueReset(ctx, user);
}

/** A user who may sign in, locked. */
async function lockUser(db: Db, column: 'id' | 'email', value: string) {
  const user = await db
    .selectFrom('users')
    .leftJoin('members', 'members.user_id', 'users.id')
    .leftJoin('member_statuses', 'member_statuses.id', 'members.member_status_id')
    .where(`users.${column}`, '=', value)
    .where('users.removed_at', 'is', null)
    .where('users.is_address_old', '=', false)
    .where('members.archived_at', 'is', null)
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'member_statuses.name as status',
    ])
    .forUpdate('users')
    .executeTakeFirst();
  return user?.status === statusNames.deactivated ? undefined : user;
}

type User = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

async function queueReset(ctx: Context, user: User): Promise<string> {
  return queueMail(ctx, {
    kind: 'reset',
    toEmail: user.email,
    toName: `${user.first_name} ${user.last_name}`.trim(),
    about: { userId: user.id },
    secret: await makePasswordLink(ctx.db, user, ctx.at, mailedLinkMs),
  });
}
