import type { Message } from './email-template.ts';

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

/** `isCaptured`: it was kept as a file, because no mail server is set. */
export interface Sent {
  kind: 'sent';
  isCaptured?: true;
}

/** `answer` is the server's, as an administrator is shown it. */
export type Outcome =
  | Sent
  | { kind: 'temporary'; answer: string }
  | { kind: 'permanent'; answer: string };

export interface MailTransport {
  /** Never throws for what a server or an address does. */
  send(mail: OutgoingMail): Promise<Outcome>;
  close(): void;
}
