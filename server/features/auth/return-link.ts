import { invitationDays } from '#contract/auth/first-password.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { allowsVisitorMail } from '#server/platform/mail/visitor-mail.ts';
import { hasManyLinks, makePasswordLink } from './password-links.ts';

const returnLinkMs = invitationDays * 24 * 3_600_000;

/**
 * Mails the link that proves the address of an archived member who has registered again. It contains a
 * secret, so the sign-in id is worth nothing. Answers the mail's id. product-rules 5.22.
 */
export async function mailReturnLink(ctx: Context, returnId: string): Promise<string | null> {
  const waiting = await waitingReturns(ctx.db)
    .where('r.id', '=', returnId)
    // Somebody else may read the old mailbox.
    .where('u.is_address_old', '=', false)
    .forUpdate('u')
    .executeTakeFirst();
  return waiting === undefined ? null : queueReturnMail(ctx, waiting);
}

/** After "Forgot your password?" by somebody whose registration waits for the proof. */
export async function mailReturnLinkTo(ctx: Context, email: string): Promise<void> {
  const { db, at } = ctx;
  const waiting = await waitingReturns(db)
    .where('m.email', '=', email)
    .where('u.is_address_old', '=', false)
    .forUpdate('u')
    .executeTakeFirst();
  if (waiting === undefined || (await hasManyLinks(db, waiting.id, at))) return;
  await queueReturnMail(ctx, waiting);
}

/** Whether an archived member with this address has registered again and not proved it yet. */
export async function isReturnWaiting(db: Db, email: string): Promise<boolean> {
  const waiting = await waitingReturns(db).where('m.email', '=', email).executeTakeFirst();
  return waiting !== undefined;
}

/** The returns that wait, with their users. */
function waitingReturns(db: Db) {
  return db
    .selectFrom('member_returns as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('r.typed', 'is not', null)
    .where('m.archived_at', 'is not', null)
    .select(['r.id as returnId', 'u.id', 'u.email', 'm.first_name', 'm.last_name']);
}

type WaitingReturn = Awaited<
  ReturnType<ReturnType<typeof waitingReturns>['executeTakeFirstOrThrow']>
>;

async function queueReturnMail(ctx: Context, waiting: WaitingReturn): Promise<string | null> {
  const { returnId, id, email, first_name, last_name } = waiting;
  if (!(await allowsVisitorMail(ctx, 'return', email))) return null;
  return queueMail(ctx, {
    kind: 'return',
    toEmail: email,
    // The stored name: a stranger may have typed the other one.
    toName: `${first_name} ${last_name}`.trim(),
    about: { userId: id, returnId },
    secret: await makePasswordLink(ctx.db, { id, email, returnId }, ctx.at, returnLinkMs),
  });
}
