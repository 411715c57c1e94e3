import { sql } from 'kysely';
import { failedMailDays, mostFailedMails } from '#contract/menu-counts/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { jobNames } from './jobs.ts';

/** What waits for the workers. Ages in seconds; 0 if nothing waits. */
export interface Backlog {
  oldestJob: number;
  oldestMail: number;
  /** Tried without success, to be tried again, at most `mostFailedMails`; and since when the oldest waits. */
  retriedMails: number;
  oldestRetried: number;
  /** Held after a restore until an administrator decides, at most `mostFailedMails`. */
  heldMails: number;
  /** In the last days, not sent again, at most `mostFailedMails`. */
  failedMails: number;
}

/** Reads one row of an index for each kind of job and mail. Jobs are due by the database's clock. */
export async function readBacklog(db: Db, at: Date): Promise<Backlog> {
  const since = new Date(at.getTime() - failedMailDays * 86_400_000);
  const { rows } = await sql<Backlog>`
    SELECT coalesce((
        SELECT max(extract(epoch FROM now() - next.start_after))
        FROM unnest(${jobNames}::text[]) AS queue (name),
          (VALUES (0), (-1)) AS urgency (priority),
          LATERAL (
            SELECT start_after FROM pgboss.job
            WHERE job.name = queue.name AND job.priority = urgency.priority
              AND state < 'active' AND NOT blocked AND start_after <= now()
            ORDER BY created_on LIMIT 1
          ) AS next
      ), 0)::float8 AS "oldestJob",
      coalesce((
        SELECT max(extract(epoch FROM ${at}::timestamptz - next.next_attempt_at))
        FROM (VALUES (true), (false)) AS batch (is_batch),
          LATERAL (
            SELECT next_attempt_at FROM mails
            WHERE mails.is_batch = batch.is_batch AND next_attempt_at <= ${at} AND held_at IS NULL
            ORDER BY next_attempt_at LIMIT 1
          ) AS next
      ), 0)::float8 AS "oldestMail",
      retried.count AS "retriedMails",
      coalesce(extract(epoch FROM ${at}::timestamptz - retried.oldest), 0)::float8 AS "oldestRetried",
      (SELECT count(*) FROM (
        SELECT FROM mails WHERE held_at IS NOT NULL LIMIT ${sql.lit(mostFailedMails)}) AS held
      ) AS "heldMails",
      ${countFailedMails(since)} AS "failedMails"
    FROM (
      SELECT count(*), min(created_at) AS oldest FROM (
        SELECT created_at FROM mails
        WHERE next_attempt_at > ${at} AND held_at IS NULL AND attempts > 0
        LIMIT ${sql.lit(mostFailedMails)}) AS waiting
    ) AS retried`.execute(db);
  const [backlog] = rows;
  if (backlog === undefined) throw new Error('The backlog has no row.');
  return backlog;
}

/** Mails that failed for good since the instant and were not sent again, at most `mostFailedMails`. */
export function countFailedMails(since: Date, exceptKinds: readonly string[] = []) {
  return sql`(SELECT count(*) FROM (
    SELECT FROM mails
    WHERE failed_at IS NOT NULL AND failed_at >= ${since} AND sent_again_at IS NULL
      AND kind <> ALL (${exceptKinds})
    LIMIT ${sql.lit(mostFailedMails)}) AS failed)`;
}
