import type { Message } from './email-template.ts';
import {
  recordFailure,
  recordSent,
  withdraw,
  type MailRow,
  type Recording,
} from './record-attempt.ts';
import type { MailTransport, Outcome, Sender } from './transport.ts';

export interface MailDeps extends Recording {
  transport: MailTransport;
  /** Renders the mail from the current data; provided by the features. `null` if the mail is out of date. */
  write(mail: MailRow): Promise<Message | null>;
  /** The sender, asked each time: the company record may change. */
  from(): Promise<Sender>;
  /** The right side of Message-IDs. */
  publicHost: string;
}

const lease = 10 * 60_000;
/** More than two days of retries are: only a mail that brings the process down gets here. */
const mostAttempts = 20;

/** Sends one mail if it is due and nobody else is sending it. product-rules 8.3. */
export async function sendMail(deps: MailDeps, mailId: string): Promise<void> {
  const mail = await claim(deps, mailId);
  if (mail === undefined) return;
  const { outcome, subject } = await attempt(deps, mail);
  if (outcome.kind === 'needless') await withdraw(deps, mail);
  else if (outcome.kind === 'sent') await recordSent(deps, mail, subject);
  else await recordFailure(deps, mail, outcome);
}

/** For as long as the lease runs, no other worker sends this mail; after a crash it ends by itself. */
function claim({ db, clock }: MailDeps, mailId: string): Promise<MailRow | undefined> {
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

async function attempt(deps: MailDeps, mail: MailRow): Promise<Attempt> {
  if (mail.attempts > mostAttempts) {
    return {
      outcome: { kind: 'permanent', answer: 'Stopped, because every attempt was interrupted.' },
      subject: '',
    };
  }
  try {
    const message = await deps.write(mail);
    if (message === null) return { outcome: { kind: 'needless' }, subject: '' };
    const outcome = await deps.transport.send({
      messageId: `${mail.id}@${deps.publicHost}`,
      date: deps.clock.now(),
      from: await deps.from(),
      to: { name: mail.to_name, address: mail.to_email },
      message,
    });
    return { outcome, subject: message.subject };
  } catch (error) {
    deps.log.error({ err: error, mailId: mail.id, kind: mail.kind }, 'a mail was not written');
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
