import type { Message } from './email-template.ts';
import { setTimeout } from 'node:timers/promises';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import {
  recordFailure,
  recordSent,
  withdraw,
  type MailRow,
  type Recording,
} from './record-attempt.ts';
import type { MailTransport, Outcome, OutgoingMail, Sender } from './transport.ts';

export interface MailDeps extends Recording {
  transport: MailTransport;
  /** Renders the mail from the current data; provided by the features. `null` if the mail is out of date. */
  write(mail: MailRow): Promise<Message | null>;
  /** The sender, asked each time: the company record may change. */
  from(): Promise<Sender>;
  /** The right side of Message-IDs. */
  publicHost: string;
}

/** Hears of calls to the database that failed, and of those that began at `since` and are answered. */
export interface DatabaseWatch {
  failed(): void;
  wasLong(since: number): boolean;
}

/** More than two days of retries are: only a mail that brings the process down gets here. */
const mostAttempts = 20;

/** Sends a mail that this worker has claimed, and records what became of it. */
export async function sendMail(
  deps: MailDeps,
  mail: MailRow,
  watch: DatabaseWatch = { failed: () => {}, wasLong: () => false },
): Promise<void> {
  const { outcome, subject } = await attempt(deps, mail);
  await whenDatabaseAnswers(watch, () => {
    if (outcome.kind === 'needless') return withdraw(deps, mail);
    if (outcome.kind === 'sent') return recordSent(deps, mail, { ...outcome, subject });
    return recordFailure(deps, mail, outcome);
  });
}

/** A mail whose result is lost is sent again, so the end of an absence of the database is waited for. */
async function whenDatabaseAnswers(
  watch: DatabaseWatch,
  record: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const since = performance.now();
    try {
      await record();
      watch.wasLong(since);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      watch.failed();
      await setTimeout(1000);
    }
  }
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
      ...addressed(mail, deps.publicHost),
      date: deps.clock.now(),
      from: await deps.from(),
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

/** The same at each attempt, so that a mailbox shows a mail that came twice once. */
export function addressed(
  mail: Pick<MailRow, 'id' | 'to_name' | 'to_email'>,
  publicHost: string,
): Pick<OutgoingMail, 'messageId' | 'to'> {
  return {
    messageId: `${mail.id}@${publicHost}`,
    to: { name: mail.to_name, address: mail.to_email },
  };
}

interface Attempt {
  outcome: Outcome | { kind: 'needless' };
  subject: string;
}
