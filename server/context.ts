import type { Db } from './platform/db/pool.ts';
import type { Queue } from './platform/jobs/queue.ts';

/** Whom the session belongs to; the role is the database's, not the token's. Rules §3. */
export interface Caller {
  userId: string;
  sessionId: string;
  role: string;
  memberId: string | null;
}

/** What every verb is given first: where it writes, where it queues, when it is, and for whom. */
export interface Work {
  db: Db;
  queue: Queue;
  /** The moment of the request or job, from the application's clock. */
  at: Date;
  by: Caller | null;
}
