import type { Sent } from '../transport.ts';

/**
 * What became of one message, told finely enough to know whether it may be sent again:
 * - `refused`: the server answered that it does not take it, for good or for now, and whether that
 *   is about the address;
 * - `unreached`: nothing of the message has left, and it is not about this recipient;
 * - `uncertain`: the connection was lost after the message began, so it may have arrived.
 */
export type ConnectionOutcome =
  | Sent
  | { kind: 'refused'; isFinal: boolean; isAddress: boolean; answer: string }
  | { kind: 'unreached'; answer: string }
  | { kind: 'uncertain'; answer: string };

/** A mail as it is transmitted. */
export interface RawMail {
  /** The addresses of the envelope. */
  from: string;
  to: string;
  date: Date;
  /** Headers and body with CRLF line ends, before dot-stuffing. */
  raw: Buffer;
  /** The same to read, for the log while mail is captured. */
  readable?: () => { subject: string; text: string };
}

/** One connection to the mail server: one message at a time, and each of them once. */
export interface SmtpConnection {
  send(mail: RawMail): Promise<ConnectionOutcome>;
  /** Whether the next message needs another line. */
  readonly isOver: boolean;
  close(): void;
}

/** Fails with the server's words when there is no way to it now. */
export type OpenConnection = () => Promise<SmtpConnection>;

export const notAnAddress: ConnectionOutcome = {
  kind: 'refused',
  isFinal: true,
  isAddress: true,
  answer: 'This is not an address that mail can be sent to.',
};
