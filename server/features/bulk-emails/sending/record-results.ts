import { keptAnswer } from '#contract/bulk-emails/outcomes.ts';
import { sql } from 'kysely';
import { suppress } from '#server/features/communication/suppressions.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ConnectionOutcome } from '#server/platform/mail/delivery/connection.ts';
import { nextAttempt } from '#server/platform/mail/retry-delays.ts';
import type { Claimed } from './claim-recipients.ts';

/** The outcome of one message. */
export interface SendResult {
  recipient: Claimed;
  outcome: ConnectionOutcome;
}

/** After this many consecutive failures, the run is held for an administrator. product-rules 9.9. */
export const mostFailuresInARow = 25;

interface Settled {
  id: string;
  /** The number of the claim that this result belongs to. */
  attempts: number;
  kind: 'sent' | 'failed' | 'uncertain' | 'pending';
  answer: string | null;
  next: Date | null;
  /** 1 if the attempt failed before the mail was transmitted. */
  uncounted: 0 | 1;
}

/**
 * Records the outcomes of messages, also of those sent by a dead worker. A repeated or late result
 * never changes a later attempt, which another worker may have claimed.
 */
export async function settle(db: Db, at: Date, results: SendResult[]): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map((one) => settled(one, at));
  const isPutOff = rows.some(({ kind }) => kind === 'pending');
  if (isPutOff) await inTransaction({ db }, (inside) => putOff(inside.db, at, rows));
  else await record(db, at, rows);
  for (const { recipient, outcome } of results) {
    if (outcome.kind === 'refused' && outcome.isFinal && outcome.isAddress) {
      await suppress(
        { db, at },
        { email: recipient.email, kind: 'refused', reason: outcome.answer },
      );
    }
  }
}

/** A late result can make a recipient pending again. Then a complete run is reopened. */
async function putOff(db: Db, at: Date, rows: Settled[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  // Locks the bulk email before its recipients, as Stop and Retry do, to avoid a deadlock.
  const emails = await sql<{ id: string }>`
    SELECT id FROM bulk_emails
    WHERE id IN (SELECT bulk_email_id FROM bulk_recipients WHERE id = ANY(${ids}::uuid[]))
    ORDER BY id FOR UPDATE`.execute(db);
  await record(db, at, rows);
  await sql`
    UPDATE bulk_emails AS b SET completed_at = NULL
    WHERE b.id = ANY(${emails.rows.map(({ id }) => id)}::uuid[]) AND b.completed_at IS NOT NULL
      AND EXISTS (SELECT 1 FROM bulk_recipients r
        WHERE r.bulk_email_id = b.id AND r.outcome = 'pending')`.execute(db);
}

async function record(db: Db, at: Date, rows: Settled[]): Promise<void> {
  await sql`
    UPDATE bulk_recipients AS r SET
      sending_by = NULL,
      sent_at = CASE WHEN o.kind = 'sent' THEN ${at}::timestamptz END,
      failed_at = CASE WHEN o.kind = 'failed' THEN ${at}::timestamptz END,
      uncertain_at = CASE WHEN o.kind = 'uncertain' THEN ${at}::timestamptz END,
      next_attempt_at = o.next,
      uncounted = r.uncounted + o.uncounted,
      answer = o.answer
    FROM unnest(${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ attempts }) => attempts)}::integer[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ answer }) => answer)}::text[], ${rows.map(({ next }) => next)}::timestamptz[],
      ${rows.map(({ uncounted }) => uncounted)}::integer[]
      ) AS o (id, attempts, kind, answer, next, uncounted)
    WHERE r.id = o.id AND r.attempts = o.attempts AND r.outcome IN ('sending', 'uncertain')`.execute(
    db,
  );
}

function settled({ recipient, outcome }: SendResult, at: Date): Settled {
  const { id, attempts } = recipient;
  const all = { id, attempts, next: null, uncounted: 0 as const };
  switch (outcome.kind) {
    case 'sent':
      return {
        ...all,
        kind: 'sent',
        answer: outcome.isCaptured ? keptAnswer : null,
      };
    case 'uncertain':
      return { ...all, kind: 'uncertain', answer: outcome.answer };
    case 'unreached':
      return { ...all, kind: 'pending', answer: outcome.answer, uncounted: 1 };
    case 'refused': {
      const next = outcome.isFinal ? null : nextAttempt(attempts - recipient.uncounted, at);
      const kind = next === null ? 'failed' : 'pending';
      return { ...all, kind, answer: outcome.answer, next };
    }
  }
}

/** Counts consecutive failures over all workers, and holds the run after too many. */
export async function countFailures(
  db: Db,
  { bulkEmailId, at, outcomes }: { bulkEmailId: string; at: Date; outcomes: ConnectionOutcome[] },
): Promise<void> {
  const lastSent = outcomes.findLastIndex(({ kind }) => kind === 'sent');
  const since = outcomes.slice(lastSent + 1);
  const last = since.at(-1);
  const words = last && 'answer' in last ? last.answer : null;
  const before = lastSent === -1 ? sql`failures_in_a_row` : sql`0`;
  await sql`
    UPDATE bulk_emails SET
      failures_in_a_row = ${before} + ${since.length}::integer,
      trouble = ${words},
      held_at = CASE WHEN ${before} + ${since.length}::integer >= ${mostFailuresInARow}
        THEN coalesce(held_at, ${at}::timestamptz) ELSE held_at END,
      held_reason = CASE WHEN ${before} + ${since.length}::integer >= ${mostFailuresInARow}
        THEN coalesce(held_reason, ${words}) ELSE held_reason END
    WHERE id = ${bulkEmailId} AND completed_at IS NULL
      AND (${since.length}::integer > 0 OR failures_in_a_row > 0 OR trouble IS NOT NULL)`.execute(
    db,
  );
}
