import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { BackupDeps } from './backup-deps.ts';
import { copyPending } from './second-place/copy-backup.ts';
import { deleteOldBackups } from './delete-old-backups.ts';
import { finishInterrupted, makeBackup } from './make-backup.ts';
import { firstRun, latestNight } from './nights.ts';
import { isRestoreOpen } from './queries.ts';
import { testLatestBackup } from './self-test.ts';

/** Another process may be about to end with a backup unmade. In seconds. */
const lookAgain = 15;

/**
 * The job: makes the nightly backup if it is due, those that administrators asked for, and the weekly
 * self-test. With several processes, one does the work. product-rules 2.30, decision 49.
 */
export async function runBackups(deps: BackupDeps): Promise<void> {
  if (deps.config.isTrial) return;
  const isMine = await asOnlyProcess(deps, async (db) => {
    // All on one connection, so that the people at work keep the others.
    const inside = { ...deps, db };
    await requestNightly(inside);
    await finishInterrupted(inside);
    const isAnswered = !(await isRestoreOpen(db));
    if (isAnswered) await copyPending(inside);
    while (await isAnyUnfinished(db)) {
      // Also before: the disk may be full of backups that are no longer to be kept.
      await deleteOldBackups(inside, ['first']);
      await makeBackup(inside);
      // A network drive that is away can block for ever.
      const answers = isAnswered && (await copyPending(inside));
      await deleteOldBackups(inside, answers ? ['first', 'second'] : ['first']);
    }
    await testLatestBackup(inside);
  });
  if (!isMine && (await isAnyUnfinished(deps.db))) {
    await deps.queue.enqueue(deps.db, 'back-up', {}, lookAgain);
  }
}

/** A killed process loses the lock with its connection. False: another process has it. */
async function asOnlyProcess(
  { db, ending }: BackupDeps,
  effect: (db: Db) => Promise<void>,
): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isMine: boolean }>`
      SELECT pg_try_advisory_lock(${advisoryLocks.backups}) AS "isMine"`.execute(connection);
    if (rows[0]?.isMine !== true) return false;
    try {
      await beforeEnding(ending, effect(connection));
    } finally {
      await sql`SELECT pg_advisory_unlock(${advisoryLocks.backups})`
        .execute(connection)
        .catch(() => {
          // The connection is lost, and so is the lock.
        });
    }
    return true;
  });
}

/** A restore and a copy cannot be interrupted. The end of the process does not wait for them. */
async function beforeEnding(ending: AbortSignal, work: Promise<void>): Promise<void> {
  const ended = Promise.withResolvers<never>();
  const stop = () => ended.reject(ending.reason);
  ending.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([work, ended.promise]);
  } finally {
    ending.removeEventListener('abort', stop);
    // What fails now fails because its connection is gone.
    work.catch(() => {});
  }
}

/** After days off there is one backup, not one for each night. The first is in the first night. */
async function requestNightly({ db, clock }: BackupDeps): Promise<void> {
  const at = clock.now();
  const night = latestNight(at);
  const first = await firstRun(db);
  if (first === null || night <= first.day) return;
  await db
    .insertInto('backups')
    .values({ id: randomUUID(), night, requested_at: at })
    .onConflict((conflict) => conflict.column('night').doNothing())
    .execute();
}

async function isAnyUnfinished(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('made_at', 'is', null)
    .where('failed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
