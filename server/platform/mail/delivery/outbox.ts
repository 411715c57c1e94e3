import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { compose, isSendable } from './envelope.ts';
import type { Message } from '../email-template.ts';
import type { MailTransport } from '../transport.ts';
import { notAnAddress, type SmtpConnection } from './connection.ts';

export type OnCaptured = (message: Pick<Message, 'subject' | 'text'>) => void;

/** While no mail server is set, mail is kept as files that any mail program opens. product-rules 2.6. */
export function openOutbox(
  folder: string,
  log: Logger,
  onCaptured: OnCaptured = () => {},
): MailTransport {
  const composer = createTransport({ streamTransport: true, newline: 'windows' });
  return {
    async send(mail) {
      if (!isSendable(mail.to.address)) {
        return { kind: 'permanent', answer: 'This is not an address that mail can be sent to.' };
      }
      try {
        const { message } = await composer.sendMail(compose(mail));
        await keep(folder, mail.date, message);
        onCaptured(mail.message);
        return { kind: 'sent', isCaptured: true };
      } catch (error) {
        log.error({ err: error }, 'a captured mail could not be written');
        return { kind: 'temporary', answer: 'The mail could not be written to the outbox.' };
      }
    },
    close() {},
  };
}

/** For bulk emails: the same files. */
export function openOutboxConnection(
  folder: string,
  log: Logger,
  onCaptured: OnCaptured = () => {},
): SmtpConnection {
  return {
    isOver: false,
    async send({ to, date, raw, readable }) {
      if (!isSendable(to)) return notAnAddress;
      try {
        await keep(folder, date, raw);
        if (readable !== undefined) onCaptured(readable());
        return { kind: 'sent', isCaptured: true };
      } catch (error) {
        log.error({ err: error }, 'a captured mail could not be written');
        return { kind: 'unreached', answer: 'The mail could not be written to the outbox.' };
      }
    },
    close() {},
  };
}

/** Sorts by time. */
function fileName(date: Date): string {
  return `${date.toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`;
}

/** Writes by rename, so that only complete mails are visible. Only the owner can read the sign-in links. */
async function keep(folder: string, date: Date, content: Buffer | Readable): Promise<void> {
  const name = fileName(date);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${name}.part`);
  await writeFile(unfinished, content, { mode: 0o600, flush: true });
  await rename(unfinished, join(folder, name));
}
