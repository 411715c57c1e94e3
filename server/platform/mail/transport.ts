import type { Logger } from 'pino';
import type { Message } from './email-template.ts';
import type { OpenConnection } from './delivery/connection.ts';
import { openOutbox, openOutboxConnection, type OnCaptured } from './delivery/outbox.ts';
import { openSmtpConnection } from './delivery/smtp-connection.ts';
import { openSmtp, type Timeouts } from './delivery/smtp.ts';

export interface MailAddress {
  name: string;
  address: string;
}

export interface Sender extends MailAddress {
  /** The Reply-To address, if it differs from the sender. */
  replyTo?: string;
}

export interface OutgoingMail {
  /** Without brackets; the same at each attempt. */
  messageId: string;
  date: Date;
  from: Sender;
  to: MailAddress;
  message: Message;
  /** Of bulk emails: where people, and mail programs by a post (RFC 8058), end them. */
  unsubscribeUrl?: string;
}

/** `answer` is the server's, as an administrator is shown it. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'temporary'; answer: string }
  | { kind: 'permanent'; answer: string };

export interface MailTransport {
  /** Never throws for what a server or an address does. */
  send(mail: OutgoingMail): Promise<Outcome>;
  close(): void;
}

interface TransportOptions {
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
