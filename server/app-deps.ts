import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Tables } from './platform/db/tables.ts';
import type { Queue } from './platform/jobs/queue.ts';
import type { Caller, Context } from './context.ts';

/** The running application's parts, put together once in `main.ts` and in tests. */
export interface AppDeps {
  config: Config;
  clock: Clock;
  /** Of the database that is used, also if it is the embedded one. */
  databaseUrl: string;
  db: Kysely<Tables>;
  queue: Queue;
  log: Logger;
  /** Aborted when the process is about to end: long work stops at its next good place. */
  ending: AbortSignal;
  /** Signs session tokens. */
  secret: Uint8Array;
  /**
   * The caller of the token's valid session, or `null`. `idle`: an administrator's session that nobody
   * has used for too long. `isUse` is false for a call that a page makes alone.
   */
  authenticate(token: string, at: Date, isUse?: boolean): Promise<Caller | 'idle' | null>;
  /** Notes in the security record that the caller took out a list. */
  recordDownload(ctx: Context, list: string): Promise<void>;
}
