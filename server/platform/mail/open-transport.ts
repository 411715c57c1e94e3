import type { Logger } from 'pino';
import type { OpenConnection } from './delivery/connection.ts';
import { openOutbox, openOutboxConnection, type OnCaptured } from './delivery/outbox.ts';
import { openSmtpConnection } from './delivery/smtp-connection.ts';
import { openSmtp, type Timeouts } from './delivery/smtp.ts';
import type { MailTransport } from './transport.ts';

export interface TransportOptions {
  /** Without it mail is captured: written to `outboxDir` instead of sent. product-rules 2.6. */
  smtpUrl: string | null;
  outboxDir: string;
  log: Logger;
  timeouts?: Timeouts;
  onCaptured?: OnCaptured;
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
