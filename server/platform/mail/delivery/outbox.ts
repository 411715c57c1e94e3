import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { compose, isSendable } from './envelope.ts';
import type { Message } from '../email-template.ts';
import type { MailTransport, OutgoingMail } from '../transport.ts';
import { notAnAddress, type SmtpConnection } from './connection.ts';

/** While no mail server is set, mail is kept as files that any mail program opens. product-rules 2.6. */
export function openOutbox(
  folder: string,
  log: Logger,
  onCaptured: (message: Message) => void = () => {},
): MailTransport {
  const composer = createTransport({ streamTransport: true, newline: 'windows' });
  return {
    async send(mail) {
      if (!isSendable(mail.to.address)) {
        return { kind: 'permanent', answer: 'This is not an address that mail can be sent to.' };
      }
      try {
        const { message } = await composer.sendMail(compose(mail));
        await keep(folder, fileName(mail), message);
        onCaptured(mail.message);
        return { kind: 'sent' };
      } catch (error) {
        log.error({ err: error }, 'a captured mail could not be written');
        return { kind: 'temporary', answer: 'The mail could not be written to the outbox.' };
      }
    },
    close() {},
  };
}

/** For bulk emails: the same files. */
export function openOutboxConnection(outbox: MailTransport): SmtpConnection {
  return {
    isOver: false,
    async send(mail) {
      const outcome = await outbox.send(mail);
      if (outcome.kind === 'sent') return outcome;
      if (outcome.kind === 'permanent') return notAnAddress;
      return { kind: 'unreached', answer: outcome.answer };
    },
    close() {},
  };
}

/** Sorts by time. */
function fileName({ date }: OutgoingMail): string {
  return `${date.toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`;
}

/** Writes by rename, so that only complete mails are visible. Only the owner can read the sign-in links. */
async function keep(folder: string, name: string, content: Buffer | Readable): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${name}.part`);
  await writeFile(unfinished, content, { mode: 0o600, flush: true });
  await rename(unfinished, join(folder, name));
}
