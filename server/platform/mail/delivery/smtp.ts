import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { compose, isSendable } from './envelope.ts';
import { smtpAnswer, smtpOptions } from './smtp-options.ts';
import type { MailTransport, Outcome, OutgoingMail } from '../transport.ts';

/** Milliseconds of silence that are borne, and for how long one message may take in all. */
export interface Timeouts {
  connection: number;
  greeting: number;
  socket: number;
  /** For the whole conversation. The lease of the mail is extended meanwhile. */
  whole: number;
}

export const patient: Timeouts = {
  connection: 15_000,
  greeting: 15_000,
  socket: 60_000,
  whole: 240_000,
};

export function openSmtp(url: string, log: Logger, timeouts = patient): MailTransport {
  const pool = createTransport({
    ...smtpOptions(url),
    pool: true,
    maxConnections: 5,
    // The application retries lost messages itself and records each attempt.
    maxRequeues: 0,
    connectionTimeout: timeouts.connection,
    dnsTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  pool.on('error', (error) =>
    log.warn({ err: error }, 'the mail server connection had to be retried'),
  );
  return { send: (mail) => send(mail), close: () => pool.close() };

  async function send(mail: OutgoingMail): Promise<Outcome> {
    if (!isSendable(mail.to.address)) {
      return { kind: 'permanent', answer: 'This is not an address that mail can be sent to.' };
    }
    try {
      const signal = AbortSignal.timeout(timeouts.whole);
      await pool.sendMail({ ...compose(mail), signal });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error);
    }
  }
}

/** A 5xx for the recipient or the message is final. One for the sign-in or sender is a configuration error. */
function outcomeOf(error: unknown): Outcome {
  const { responseCode = 0, command = '' } = (error ?? {}) as SmtpError;
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA';
  const isFinal = responseCode >= 500 && responseCode < 600 && isAboutThisMail;
  return { kind: isFinal ? 'permanent' : 'temporary', answer: smtpAnswer(error) };
}

interface SmtpError {
  responseCode?: number;
  command?: string;
}
