import type { BulkSenderDeps } from './bulk-sender-deps.ts';
import { sql } from 'kysely';
import { bulkRunTexts } from '#contract/bulk-emails/sending.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { isLimited, leftNow, readLimits } from './claim-recipients.ts';
import { sendBulkEmail } from './send-bulk-email.ts';
import { settle } from './record-results.ts';
import { asWorker, recordDeadWorkers } from './worker-lock.ts';

/** Sends everything that is due, and returns whether the mail server could be reached. */
export async function sendDue(deps: BulkSenderDeps): Promise<boolean> {
  const { db, clock, unrecorded } = deps;
  if (unrecorded.length > 0) {
    const batch = [...unrecorded];
    await settle(db, clock.now(), batch);
    unrecorded.splice(0, batch.length);
  }
  const running = await runningEmails(db);
  if (running.length === 0) return true;
  await recordDeadWorkers(db, clock.now());
  let isReached = true;
  for (const id of running) {
    const most = await dueNow(deps, id);
    if (most > 0) {
      isReached = await asWorker(db, (own, worker) =>
        sendBulkEmail(deps, { db: own, worker, id, most }),
      );
    }
    await completeIfDone(db, clock.now(), id);
    if (!isReached || deps.isStopping()) break;
  }
  return isReached;
}

/** Bulk emails that are processed and not complete, oldest first. */
async function runningEmails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('bulk_emails')
    .select('id')
    .where('processing_at', 'is not', null)
    .where('completed_at', 'is', null)
    .orderBy('processing_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** How many connections to open at most. 0 for a run that is paused, stopped or held. */
async function dueNow({ db, clock, connections }: BulkSenderDeps, id: string): Promise<number> {
  const at = clock.now();
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM bulk_recipients r JOIN bulk_emails b ON b.id = r.bulk_email_id
      WHERE b.id = ${id} AND b.paused_at IS NULL AND b.stopped_at IS NULL AND b.held_at IS NULL
        AND r.outcome = 'pending' AND (r.next_attempt_at IS NULL OR r.next_attempt_at <= ${at})
      LIMIT ${connections}) AS due`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return 0;
  const limits = await readLimits(db);
  if (!isLimited(limits)) return count;
  return Math.min(count, await leftNow(db, at, limits));
}

/** A run is complete when no recipient is pending or sending. */
export async function completeIfDone(db: Db, at: Date, id: string): Promise<void> {
  await inTransaction({ db }, async (inside) => {
    // A separate statement, so that the next one sees recipients of a concurrent Retry.
    await sql`SELECT FROM bulk_emails WHERE id = ${id} FOR UPDATE`.execute(inside.db);
    await passOverStopped(inside.db, at, id);
    await sql`
      UPDATE bulk_emails SET completed_at = ${at}, trouble = NULL
      WHERE id = ${id} AND processing_at IS NOT NULL AND completed_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM bulk_recipients r
        WHERE r.bulk_email_id = ${id} AND r.outcome IN ('pending', 'sending'))`.execute(inside.db);
  });
}

/** Skips recipients that wait in a stopped run, also those refused temporarily after the stop. */
async function passOverStopped(db: Db, at: Date, id: string): Promise<void> {
  await sql`
    UPDATE bulk_recipients AS r SET
      suppressed_at = ${at}, answer = ${bulkRunTexts.stopped}, next_attempt_at = NULL
    FROM bulk_emails b
    WHERE b.id = ${id} AND b.stopped_at IS NOT NULL
      AND r.bulk_email_id = b.id AND r.outcome = 'pending'`.execute(db);
}
