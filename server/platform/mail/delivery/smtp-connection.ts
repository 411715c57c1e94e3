import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isSendable } from './envelope.ts';
import {
  notAnAddress,
  type ConnectionOutcome,
  type RawMail,
  type SmtpConnection,
} from './connection.ts';
import { smtpAnswer, smtpOptions } from './smtp-options.ts';
import { patient, type Timeouts } from './smtp.ts';

/** Many servers limit the messages per connection. Reconnecting between messages avoids a lost one. */
const mostMessages = 100;

/** A connection that never sends anything twice by itself, and knows how far each message came. */
export async function openSmtpConnection(
  url: string,
  timeouts: Timeouts = patient,
): Promise<SmtpConnection> {
  const options = smtpOptions(url);
  const connection = new SMTPConnection({ ...options, ...timeoutOptions(timeouts) });
  let isOver = false;
  let messages = 0;
  let fail: (error: Error) => void = () => {};
  const end = (error: Error) => {
    isOver = true;
    fail(error);
  };
  connection.on('error', end);
  connection.on('end', () => end(new Error('The mail server closed the connection.')));

  /** The reply to one command, or the connection error. */
  function asked<T>(ask: (done: (error?: Error | null, value?: T) => void) => void) {
    return new Promise<T | undefined>((resolve, reject) => {
      const late = setTimeout(() => {
        end(new Error('The mail server did not answer in time.'));
        connection.close();
      }, timeouts.whole);
      const settle = (finish: () => void) => {
        clearTimeout(late);
        fail = () => {};
        finish();
      };
      fail = (error) => settle(() => reject(error));
      ask((error, value) => settle(() => (error ? reject(error) : resolve(value))));
    });
  }

  async function send({ from, to, raw }: RawMail): Promise<ConnectionOutcome> {
    if (!isSendable(to)) return notAnAddress;
    const message = new TrackedMessage(raw);
    const envelope = { from, to: [to], size: raw.length };
    try {
      await asked((done) => connection.send(envelope, message, done));
      messages += 1;
      if (messages >= mostMessages) isOver = true;
      return { kind: 'sent' };
    } catch (error) {
      const outcome = outcomeOf(error, message.hasBegun);
      if (outcome.kind === 'refused' && !isOver) await reset();
      else isOver = true;
      return outcome;
    }
  }

  // After a refusal, so that the next message does not begin inside this one.
  const reset = () => asked((done) => connection.reset(done)).catch(() => (isOver = true));

  try {
    await asked((done) => connection.connect(done));
    const { auth } = options;
    if (auth) await asked((done) => connection.login(auth, done));
  } catch (error) {
    connection.close();
    throw new Error(smtpAnswer(error), { cause: error });
  }
  return {
    send,
    get isOver() {
      return isOver;
    },
    close: () => (isOver ? connection.close() : connection.quit()),
  };
}

function timeoutOptions({ connection, greeting, socket }: Timeouts) {
  return {
    connectionTimeout: connection,
    dnsTimeout: connection,
    greetingTimeout: greeting,
    socketTimeout: socket,
  };
}

/** Knows whether the server has asked for it: from then on it may have arrived. */
class TrackedMessage extends Readable {
  hasBegun = false;
  readonly #raw: Buffer;

  constructor(raw: Buffer) {
    super();
    this.#raw = raw;
  }

  override _read(): void {
    this.hasBegun = true;
    this.push(this.#raw);
    this.push(null);
  }
}

interface SmtpError {
  responseCode?: number;
  command?: string;
}

function outcomeOf(error: unknown, hasBegun: boolean): ConnectionOutcome {
  const { responseCode: code = 0, command = '' } = (error ?? {}) as SmtpError;
  const answer = smtpAnswer(error);
  const isAnswered = code >= 400 && code < 600 && code !== 421;
  if (isAnswered && (command === 'RCPT TO' || command === 'DATA')) {
    // 5.7 is about us: relaying, spam, blocked; the address may be as good as any.
    const isAddress = command === 'RCPT TO' && !/^\d{3}[ -]5\.7\./.test(answer);
    return { kind: 'refused', isFinal: code >= 500, isAddress, answer };
  }
  return { kind: hasBegun ? 'uncertain' : 'unreached', answer };
}
