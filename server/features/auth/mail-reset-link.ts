import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { mailedLinkMs, makePasswordLink } from './password-links.ts';

/** The maximum number of valid links. Further requests mail no link. */
const mostLiveLinks = 5;

/**
 * Queued by every forgot-password call, for known and unknown addresses alike, so that neither the reply
 * nor its duration reveals an account. Mails a link to users who may sign in. product-rules 4.9.
 */
export async function mailResetLink(ctx: Context, email: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const user = await db
      .selectFrom('users')
      .leftJoin('members', 'members.user_id', 'users.id')
      .leftJoin('member_statuses', 'member_statuses.id', 'members.member_status_id')
      .where('users.email', '=', email)
      .where('users.removed_at', 'is', null)
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
    if (user === undefined || user.status === statusNames.deactivated) return;
    const live = await db
      .selectFrom('password_links')
      .select('token_hash')
      .where('user_id', '=', user.id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .execute();
    if (live.length >= mostLiveLinks) return;
    await queueMail(inside, {
      kind: 'reset',
      toEmail: user.email,
      toName: `${user.first_name} ${user.last_name}`.trim(),
      about: { userId: user.id },
      secret: await makePasswordLink(db, user, at, mailedLinkMs),
    });
  });
}
