import type { Logger } from 'pino';
import type { OpenConnection } from './delivery/connection.ts';
import { openOutbox, openOutboxConnection, type OnCaptured } from './delivery/outbox.ts';
import { openSmtpConnection } from './delivery/smtp-connection.ts';
import { openSmtp, type Timeouts } from './delivery/smtp.ts';
import type { MailTransport, Outcome } from './transport.ts';

export interface TransportOptions {
  /** Without it mail is captured: written to `outboxDir` instead of sent. product-rules 2.6. */
  smtpUrl: string | null;
  outboxDir: string;
  log: Logger;
  timeouts?: Timeouts;
  onCaptured?: OnCaptured;
}

/** Another mail server may be set at any time. What is being sent through the one of before ends there. */
export function openCurrentTransport(read: () => TransportOptions): MailTransport {
  let { smtpUrl } = read();
  let transport = openTransport(read());
  let sending = new Set<Promise<Outcome>>();
  return {
    async send(mail) {
      const options = read();
      if (options.smtpUrl !== smtpUrl) {
        const [before, unfinished] = [transport, [...sending]];
        void Promise.allSettled(unfinished).then(() => before.close());
        ({ smtpUrl } = options);
        [transport, sending] = [openTransport(options), new Set()];
      }
      const [ofNow, outcome] = [sending, transport.send(mail)];
      ofNow.add(outcome);
      return outcome.finally(() => ofNow.delete(outcome));
    },
    close: () => transport.close(),
  };
}

export function openTransport(options: TransportOptions): MailTransport {
  const { smtpUrl, outboxDir, log, timeouts, onCaptured } = options;
  return smtpUrl === null
    ? openOutbox(outboxDir, log, onCaptured)
    : openSmtp(smtpUrl, log, timeouts);
}

/** For bulk emails, beside the transport: invoices and links to sign in never queue behind them. */
export function connectionsTo({
  smtpUrl,
  outboxDir,
  log,
  timeouts,
  onCaptured,
}: TransportOptions): OpenConnection {
  if (smtpUrl !== null) return () => openSmtpConnection(smtpUrl, timeouts);
  return async () => openOutboxConnection(outboxDir, log, onCaptured);
}
