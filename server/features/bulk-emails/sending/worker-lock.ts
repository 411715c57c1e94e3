import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Runs the effect with its own connection, which holds an advisory lock on a random worker number. If
 * the process is killed, the database releases the lock, and other workers see that the outcome of
 * this worker's recipients is unknown.
 */
export function asWorker<T>(db: Db, effect: (db: Db, worker: number) => Promise<T>): Promise<T> {
  const worker = randomInt(1, 2 ** 31 - 1);
  return db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(${advisoryLocks.bulkEmailWorker}, ${worker})`.execute(
      connection,
    );
    try {
      return await effect(connection, worker);
    } finally {
      await sql`SELECT pg_advisory_unlock(${advisoryLocks.bulkEmailWorker}, ${worker})`
        .execute(connection)
        .catch(() => {
          // The connection is lost, and so is the lock.
        });
    }
  });
}

/** A dead worker's mails may have arrived: they become uncertain and are not sent automatically. */
export async function recordDeadWorkers(db: Db, at: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE bulk_recipients AS r SET uncertain_at = ${at}, sending_by = NULL,
      answer = 'The program ended while this was being sent: it may have arrived.'
    WHERE r.sending_by IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = ${advisoryLocks.bulkEmailWorker}::oid
        AND l.objid = r.sending_by::oid
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))`.execute(
    db,
  );
  return Number(numAffectedRows);
}
