import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { TestApp } from './app.ts';

/** Resolves once that many connections of this database wait for a lock of another connection. */
export async function untilWaiting(app: TestApp, count: number): Promise<void> {
  const waiting = sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await waiting.execute(app.db);
    if (rows[0]!.count >= count) return;
    await setTimeout(2);
  }
}

/** Another transaction has this lock, shared as bookings do, until it is released. */
export async function holdShared(app: TestApp, lock: keyof typeof advisoryLocks) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = app.db.transaction().execute(async (db) => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(db);
    await sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks[lock]})`.execute(db);
    held.resolve();
    await released.promise;
  });
  await Promise.race([held.promise, ended]);
  return {
    release: async () => {
      released.resolve();
      await ended;
    },
  };
}
