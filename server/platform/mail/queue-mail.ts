import { randomUUID } from 'node:crypto';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import { erasureTexts } from '#contract/privacy/erasure.ts';
import { conflict } from '#server/errors.ts';
import type { Context } from '#server/context.ts';

export interface MailToQueue {
  /** Chooses the letter; the features register how each kind is written. */
  kind: string;
  toEmail: string;
  toName?: string;
  /** What the letter is about, by id: it is written out when it is sent. */
  about: Record<string, unknown>;
  /** A link's token, kept only until the mail has gone. */
  secret?: string;
}

/**
 * Queued when the caller's transaction commits, or not at all. The senders find it within half a second.
 * Answers the mail's id. product-rules 8.1.
 */
export async function queueMail(
  ctx: Pick<Context, 'db' | 'at'>,
  mail: MailToQueue,
): Promise<string> {
  const row = rowOf(ctx, mail, false);
  await ctx.db.insertInto('mails').values(row).execute();
  return row.id;
}

/** Some hundreds at once, behind any mail that goes alone. Answers their ids in the same order. */
export async function queueMails(ctx: Context, mails: MailToQueue[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => rowOf(ctx, mail, true));
  await ctx.db.insertInto('mails').values(rows).execute();
  return rows.map(({ id }) => id);
}

function rowOf({ at }: Pick<Context, 'at'>, mail: MailToQueue, isBatch: boolean) {
  if (isErasedEmail(mail.toEmail)) throw conflict(erasureTexts.noAddress);
  return {
    id: randomUUID(),
    kind: mail.kind,
    to_email: mail.toEmail,
    to_name: mail.toName ?? '',
    about: JSON.stringify(mail.about),
    secret: mail.secret ?? null,
    created_at: at,
    next_attempt_at: at,
    is_batch: isBatch,
  };
}
