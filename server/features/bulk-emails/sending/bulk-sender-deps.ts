import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { OpenConnection } from '#server/platform/mail/delivery/connection.ts';
import type { SendResult } from './record-results.ts';
import type { Sender } from '#server/platform/mail/transport.ts';

/** The dependencies for sending bulk emails, one object per process. */
export interface BulkSenderDeps {
  db: Db;
  clock: Clock;
  log: Logger;
  openConnection: OpenConnection;
  /** How many connections to the mail server. */
  connections: number;
  from(): Promise<Sender>;
  publicUrl: string;
  /** The domain of Message-IDs. */
  publicHost: string;
  /** Results from while the database was unavailable. They are recorded first. */
  unrecorded: SendResult[];
  isStopping(): boolean;
}
