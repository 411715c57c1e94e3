import { randomUUID } from 'node:crypto';
import type { Work } from '#server/work.ts';

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

/** Queued when the caller's transaction commits, or not at all. Answers the mail's id. Rules §8. */
export async function queueMail(work: Work, mail: MailToQueue): Promise<string> {
  const id = randomUUID();
  await work.db
    .insertInto('mails')
    .values({
      id,
      kind: mail.kind,
      to_email: mail.toEmail,
      to_name: mail.toName ?? '',
      about: JSON.stringify(mail.about),
      secret: mail.secret ?? null,
      created_at: work.at,
      next_attempt_at: work.at,
    })
    .execute();
  await work.queue.enqueue(work.db, 'send-mail', { mailId: id });
  return id;
}
