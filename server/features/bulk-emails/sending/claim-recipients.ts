import { sql, type RawBuilder } from 'kysely';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { isSuppressed, joinSuppressions } from '#server/features/communication/address-hash.ts';
import { hasAgreed } from './audience.ts';
import { skipReason } from './process-bulk-email.ts';

export interface Claimed {
  id: string;
  email: string;
  name: string;
  replacements: Record<string, string>;
  /** The number of this claim. */
  attempts: number;
  /** How many of these attempts failed before the mail was transmitted. */
  uncounted: number;
}

export interface Claim {
  bulkEmailId: string;
  worker: number;
  at: Date;
  most: number;
  /** See `consentNeeded`. */
  purposes: string[] | null;
  /** Recipients sent since the last claim, recorded in the same statement. */
  sent: Pick<Claimed, 'id' | 'attempts'>[];
}

/**
 * Marks the next recipients as sending before anything is sent, and returns them. Returns fewer if some
 * are suppressed, a limit is reached, or no more are due. Checks suppression and consent at this moment.
 * product-rules 9.8.
 */
export async function claim(
  db: Db,
  input: Claim,
  limits: Limits,
): Promise<{ rows: Claimed[]; passed: number }> {
  if (!isLimited(limits)) return take(db, input);
  return inTransaction({ db }, async (inside) => {
    // Without the lock, two workers could both take the last recipient that the limits allow.
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.mailLimits})`.execute(inside.db);
    // Counts the mails that are already sent or being sent.
    const most = Math.min(input.most, await leftNow(inside.db, input.at, limits));
    return take(inside.db, { ...input, most: Math.max(most, 0) });
  });
}

export function isLimited({ mails_per_minute, mails_per_day }: Limits): boolean {
  return mails_per_minute !== null || mails_per_day !== null;
}

export function readLimits(db: Db): Promise<Limits> {
  return db
    .selectFrom('company_info')
    .select(['mails_per_minute', 'mails_per_day'])
    .executeTakeFirstOrThrow();
}

export interface Limits {
  mails_per_minute: number | null;
  mails_per_day: number | null;
}

/** How many mails may be sent at this moment. */
export async function leftNow(db: Db, at: Date, limits: Limits): Promise<number> {
  const since = (seconds: number) => new Date(at.getTime() - seconds * 1000);
  const { rows } = await sql<{ minute: number; day: number }>`
    SELECT count(*) FILTER (WHERE sending_at > ${since(60)}) AS minute, count(*) AS day
    FROM bulk_recipients WHERE sending_at > ${since(86_400)}`.execute(db);
  const { minute = 0, day = 0 } = rows[0] ?? {};
  const left = (most: number | null, count: number) => (most === null ? Infinity : most - count);
  return Math.min(left(limits.mails_per_minute, minute), left(limits.mails_per_day, day));
}

async function take(db: Db, { bulkEmailId, worker, at, most, purposes, sent }: Claim) {
  const { rows } = await sql<Claimed & { outcome: string }>`
    WITH done AS (
      UPDATE bulk_recipients AS r SET
        sent_at = ${at}, uncertain_at = NULL, sending_by = NULL, answer = NULL
      FROM unnest(${sent.map(({ id }) => id)}::uuid[],
        ${sent.map(({ attempts }) => attempts)}::integer[]) AS o (id, attempts)
      WHERE r.id = o.id AND r.attempts = o.attempts AND r.outcome IN ('sending', 'uncertain')
    ), next AS (
      SELECT r.id, CASE
        WHEN ${isSuppressed} THEN ${skipReason}
        WHEN ${purposes === null ? sql`false` : sql`NOT ${hasAgreed(sql`r.email`, purposes)}`}
          THEN 'The consent was withdrawn' END AS why
      FROM bulk_recipients r ${joinSuppressions(sql`r.email`)}
      WHERE r.bulk_email_id = ${bulkEmailId} AND r.outcome = 'pending'
        AND (r.next_attempt_at IS NULL OR r.next_attempt_at <= ${at}) AND ${isRunning(bulkEmailId)}
      ORDER BY r.id LIMIT ${most} FOR UPDATE OF r SKIP LOCKED
    )
    UPDATE bulk_recipients AS r SET
      sending_at = CASE WHEN why IS NULL THEN ${at}::timestamptz ELSE r.sending_at END,
      sending_by = CASE WHEN why IS NULL THEN ${worker}::integer END,
      attempts = r.attempts + CASE WHEN why IS NULL THEN 1 ELSE 0 END,
      suppressed_at = CASE WHEN why IS NOT NULL THEN ${at}::timestamptz END,
      answer = why,
      next_attempt_at = NULL
    FROM next WHERE r.id = next.id
    RETURNING r.id, r.email, r.name, r.replacements, r.attempts, r.uncounted, r.outcome`.execute(
    db,
  );
  const claimed = rows.filter(({ outcome }) => outcome === 'sending');
  return { rows: claimed, passed: rows.length - claimed.length };
}

function isRunning(id: string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT 1 FROM bulk_emails b WHERE b.id = ${id} AND b.completed_at IS NULL
      AND b.paused_at IS NULL AND b.stopped_at IS NULL AND b.held_at IS NULL)`;
}
