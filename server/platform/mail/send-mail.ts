import type { Message } from './email-template.ts';
import {
  recordFailure,
  recordSent,
  withdraw,
  type MailRow,
  type Recording,
} from './record-attempt.ts';
import type { MailTransport, Outcome, Sender } from './transport.ts';

export interface MailWork extends Recording {
  transport: MailTransport;
  /** Given by the features: the letter of this mail, from what the database says now; null: needless. */
  write(mail: MailRow): Promise<Message | null>;
  /** The sender, asked each time: the company record may change. */
  from(): Promise<Sender>;
  /** The right side of Message-IDs. */
  publicHost: string;
}

const lease = 10 * 60_000;
/** More than two days of retries are: only a mail that brings the process down gets here. */
const mostAttempts = 20;

/** Sends one mail if it is due and nobody else is sending it. Rules §8. */
export async function sendMail(work: MailWork, mailId: string): Promise<void> {
  const mail = await claim(work, mailId);
  if (mail === undefined) return;
  const { outcome, subject } = await attempt(work, mail);
  if (outcome.kind === 'needless') await withdraw(work, mail);
  else if (outcome.kind === 'sent') await recordSent(work, mail, subject);
  else await recordFailure(work, mail, outcome);
}

/** For as long as the lease runs, no other worker sends this mail; after a crash it ends by itself. */
function claim({ db, clock }: MailWork, mailId: string): Promise<MailRow | undefined> {
  const now = clock.now();
  return db
    .updateTable('mails')
    .set((row) => ({
      next_attempt_at: new Date(now.getTime() + lease),
      attempts: row('attempts', '+', 1),
    }))
    .where('id', '=', mailId)
    .where('next_attempt_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

async function attempt(work: MailWork, mail: MailRow): Promise<Attempt> {
  if (mail.attempts > mostAttempts) {
    return {
      outcome: { kind: 'permanent', answer: 'Given up: each attempt broke off.' },
      subject: '',
    };
  }
  try {
    const message = await work.write(mail);
    if (message === null) return { outcome: { kind: 'needless' }, subject: '' };
    const outcome = await work.transport.send({
      messageId: `${mail.id}@${work.publicHost}`,
      date: work.clock.now(),
      from: await work.from(),
      to: { name: mail.to_name, address: mail.to_email },
      message,
    });
    return { outcome, subject: message.subject };
  } catch (error) {
    work.log.error({ err: error, mailId: mail.id, kind: mail.kind }, 'a mail was not written');
    return {
      outcome: { kind: 'temporary', answer: 'The mail could not be written.' },
      subject: '',
    };
  }
}

interface Attempt {
  outcome: Outcome | { kind: 'needless' };
  subject: string;
}
