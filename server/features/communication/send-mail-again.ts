import { type LoggedMail, mailLogTexts, signsIn } from '#contract/communication/mail-log.ts';
import { inviteAgain } from '#server/features/auth/invitation/invite.ts';
import { mailResetLinkAgain } from '#server/features/auth/mail-reset-link.ts';
import { mailReturnLink } from '#server/features/auth/return-link.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound } from '#server/errors.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { findMail, mayReadMail } from './mail-log.ts';
import type { MailRow } from '#server/platform/mail/record-attempt.ts';
import type { RenderLoggedMail } from './read-mail.ts';
import { queueKept, replaceKept } from './kept-mails.ts';

/** Queues a kept mail, and else a new one about the same record. product-rules 8.4. */
export async function sendMailAgain(
  ctx: Context,
  id: string,
  render: RenderLoggedMail,
): Promise<LoggedMail> {
  const mail = await ctx.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (mail === undefined || !mayReadMail(ctx, mail.kind)) throw notFound(mailLogTexts.notFound);
  if (mail.held_at !== null) throw conflict(mailLogTexts.held);
  if (mail.next_attempt_at !== null) throw conflict(mailLogTexts.waiting);
  if (signsIn(mail.kind) && mail.sent_at !== null && !mail.is_captured)
    throw conflict(mailLogTexts.signsIn);
  if (!signsIn(mail.kind) && (await render(mail)) === null) throw conflict(mailLogTexts.needless);
  return inTransaction(ctx, async (inside) => {
    // Before the user is locked: sending all kept mails locks in this order, too.
    await inside.db
      .updateTable('mails')
      .set({ sent_again_at: ctx.at })
      .where('id', '=', id)
      .execute();
    const again = await queueAgain(inside, mail);
    if (again === null) throw conflict(mailLogTexts.needless);
    if (mail.is_captured && again !== id) await replaceKept(inside, [id]);
    await recordAudit(inside, {
      action: 'sendMailAgain',
      subject: 'mail',
      id,
      name: mail.to_email,
      after: { kind: mail.kind, subject: mail.subject },
    });
    const logged = await findMail(inside.db, again);
    if (logged === undefined) throw notFound(mailLogTexts.notFound);
    return logged;
  });
}

/** A link works for one mail only. Answers the queued mail's id, or `null` if a link is not needed any more. */
export async function queueAgain(ctx: Context, mail: MailRow): Promise<string | null> {
  const { kind, about } = mail;
  if (kind === 'reset') return mailResetLinkAgain(ctx, String(about['userId']));
  if (kind === 'return') return mailReturnLink(ctx, String(about['returnId']));
  if (kind === 'invitation') {
    return inviteAgain(ctx, {
      userId: String(about['userId']),
      isReturn: about['isReturn'] === true,
    });
  }
  if (mail.is_captured) {
    await queueKept(ctx, [mail.id]);
    return mail.id;
  }
  return queueMail(ctx, { kind, toEmail: mail.to_email, toName: mail.to_name, about });
}
