import type { Origin } from '#server/platform/http/origin.ts';
import type { Db } from './platform/db/pool.ts';
import type { Queue } from './platform/jobs/queue.ts';

/** The user of the session. The role comes from the database, not from the token. product-rules 3.2. */
export interface Caller {
  userId: string;
  sessionId: string;
  role: string;
  memberId: string | null;
  /** An administrator who can do nothing before setting up two-step sign-in. product-rules 4.22. */
  isTwoStepDue?: boolean;
  /** When the session last proved the password, and the code: at its sign-in, or later. product-rules 4.33. */
  provedAt?: Date;
}

/** The first argument of every command and query: database, queue, current time and caller. */
export interface Context {
  db: Db;
  queue: Queue;
  /** The moment of the request or job, from the application's clock. */
  at: Date;
  by: Caller | null;
  /** Where a call comes from. Missing in jobs. */
  origin?: Origin;
  /** Whether the mails that visitors cause are limited. Off only for load tests. */
  limitsMails?: boolean;
}
