import { type LoggedMail, mailLogTexts } from '#contract/communication/mail-log.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound } from '#server/errors.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { signsIn } from '#server/platform/mail/record-attempt.ts';
import type { Context } from '#server/context.ts';
import { findMail } from './mail-log.ts';
import type { RenderLoggedMail } from './read-mail.ts';

/** Queues a new mail about the same record. The old mail stays in the log. */
export async function sendMailAgain(
  ctx: Context,
  id: string,
  render: RenderLoggedMail,
): Promise<LoggedMail> {
  const mail = await ctx.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (mail === undefined) throw notFound(mailLogTexts.notFound);
  if (signsIn(mail.kind)) throw conflict(mailLogTexts.signsIn);
  if (mail.next_attempt_at !== null) throw conflict(mailLogTexts.waiting);
  if ((await render(mail)) === null) throw conflict(mailLogTexts.needless);
  return inTransaction(ctx, async (inside) => {
    const again = await queueMail(inside, {
      kind: mail.kind,
      toEmail: mail.to_email,
      toName: mail.to_name,
      about: mail.about,
    });
    await inside.db
      .updateTable('mails')
      .set({ sent_again_at: ctx.at })
      .where('id', '=', id)
      .execute();
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
