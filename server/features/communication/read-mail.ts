import { formatInstant } from '#contract/days.ts';
import {
  mailLogTexts as texts,
  signsIn,
  type ReadableMail,
} from '#contract/communication/mail-log.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import type { Message } from '#server/platform/mail/email-template.ts';
import type { MailRow } from '#server/platform/mail/record-attempt.ts';
import { findMail, mayReadMail } from './mail-log.ts';

/** Renders a mail with the data of today. `null` if it is out of date or its record is gone. */
export type RenderLoggedMail = (
  mail: MailRow,
  options?: { isForReading?: boolean },
) => Promise<Message | null>;

/** The mail as text. Links that sign someone in are hidden. product-rules 8.8. */
export async function readMail(
  ctx: Context,
  id: string,
  render: RenderLoggedMail,
): Promise<ReadableMail> {
  const { db } = ctx;
  const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  const logged = await findMail(db, id);
  if (mail === undefined || logged === undefined || !mayReadMail(ctx, mail.kind))
    throw notFound(texts.notFound);
  const message = await render(withoutSecrets(mail), { isForReading: true });
  return {
    ...logged,
    subject: mail.subject ?? message?.subject ?? null,
    text: message === null ? null : withoutLinks(message.text),
    attachments: fileNamesIn(message),
    notes: message === null ? [texts.unreadable] : notesOn(mail, message),
  };
}

/** Without the pictures of the layout. */
function fileNamesIn(message: Message | null): string[] {
  const files = message?.attachments.filter(({ cid }) => cid === undefined) ?? [];
  return files.map(({ filename }) => filename);
}

/** Rendered without the token and the sign-in id, the text cannot contain them. */
function withoutSecrets(mail: MailRow): MailRow {
  if (!signsIn(mail.kind)) return mail;
  const about = { ...(mail.about as object), userId: texts.hiddenLink };
  return { ...mail, secret: texts.hiddenLink, about };
}

/** A second check, for kinds of mails that are added later. */
function withoutLinks(text: string): string {
  return text
    .replaceAll(/(token=)[^\s&]+/g, `$1${texts.hiddenLink}`)
    .replaceAll(/(\/login\/)[^\s?]+/g, `$1${texts.hiddenLink}`);
}

function notesOn(mail: MailRow, { subject }: Message): string[] {
  return [
    mail.subject !== null && mail.subject !== subject ? texts.subjectNote(mail.subject) : '',
    ageNote(mail),
    signsIn(mail.kind) ? texts.linkNote : '',
  ].filter((note) => note !== '');
}

function ageNote({ sent_at, failed_at, held_at, cancelled_at, is_captured }: MailRow): string {
  if (is_captured) return texts.capturedNote;
  if (sent_at !== null) return texts.sentNote(formatInstant(sent_at.toISOString()));
  if (cancelled_at !== null) return texts.cancelledNote;
  if (held_at !== null) return texts.heldNote;
  return failed_at === null ? texts.waitingNote : texts.failedNote;
}
