import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit/endpoints.ts';
import { bulkEmailTexts, type BulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { retriedOutcomes } from '#contract/bulk-emails/outcomes.ts';
import {
  bulkRunTexts,
  type retryBulkRecipients as retrying,
} from '#contract/bulk-emails/sending.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField, conflict, notFound } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { auditBulkEmail } from '../audit-bulk-email.ts';
import { readBulkEmail } from '../queries.ts';
import { completeIfDone } from './send-due.ts';

/** Sends nothing more until the run is resumed. Mails in transmission are completed. */
export function pauseBulkEmail(ctx: Context, id: string): Promise<BulkEmail> {
  return conduct(ctx, id, 'pauseBulkEmail', async ({ db, at }) => {
    await db
      .updateTable('bulk_emails')
      .set((row) => ({ paused_at: row.fn.coalesce('paused_at', sql<Date>`${at}::timestamptz`) }))
      .where('id', '=', id)
      .execute();
  });
}

export function resumeBulkEmail(ctx: Context, id: string): Promise<BulkEmail> {
  return conduct(ctx, id, 'resumeBulkEmail', ({ db }) => letGo(db, id));
}

/** Skips the waiting recipients. Retry can send to them later. */
export function stopBulkEmail(ctx: Context, id: string): Promise<BulkEmail> {
  return conduct(ctx, id, 'stopBulkEmail', async ({ db, at }) => {
    await allowLongStatements(db);
    await db.updateTable('bulk_emails').set({ stopped_at: at }).where('id', '=', id).execute();
    await completeIfDone(db, at, id);
  });
}

/**
 * Queues the chosen recipients again and continues the run. Sent recipients stay sent. Unsubscribed
 * recipients are skipped again at sending. product-rules 9.10.
 */
export async function retryBulkRecipients(
  ctx: Context,
  id: string,
  { recipientIds, outcome }: BodyOf<typeof retrying>,
): Promise<BulkEmail> {
  const chosen = recipientIds ?? [];
  if (chosen.length === 0 && !outcome) throw badField('recipientIds', bulkRunTexts.chooseRetry);
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    if (chosen.length === 0) await allowLongStatements(db);
    await lockProcessed(db, id);
    const again = db
      .updateTable('bulk_recipients')
      .set((row) => ({
        failed_at: null,
        uncertain_at: null,
        suppressed_at: null,
        answer: null,
        uncounted: row.ref('attempts'),
        next_attempt_at: null,
      }))
      .where('bulk_email_id', '=', id)
      .where('outcome', 'in', outcome ? [outcome] : retriedOutcomes);
    const { numUpdatedRows } = await (
      chosen.length > 0 ? again.where('id', 'in', chosen) : again
    ).executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw conflict(bulkRunTexts.nothingToRetry);
    await db
      .updateTable('bulk_emails')
      .set({ completed_at: null, stopped_at: null, paused_at: null })
      .where('id', '=', id)
      .execute();
    await letGo(db, id);
    const after = await readBulkEmail(db, id);
    const done = { recipients: Number(numUpdatedRows), ...(outcome ? { outcome } : {}) };
    await auditBulkEmail(inside, { action: 'retryBulkRecipients', after, done });
    return after;
  });
}

async function letGo(db: Db, id: string): Promise<void> {
  await db
    .updateTable('bulk_emails')
    .set({ paused_at: null, held_at: null, held_reason: null, failures_in_a_row: 0 })
    .where('id', '=', id)
    .execute();
}

/** Throws unless the bulk email is being processed. */
async function conduct(
  ctx: Context,
  id: string,
  action: AuditAction,
  effect: (inside: Context) => Promise<void>,
): Promise<BulkEmail> {
  return inTransaction(ctx, async (inside) => {
    const { completed_at } = await lockProcessed(inside.db, id);
    if (completed_at !== null) throw conflict(bulkRunTexts.notRunning);
    await effect(inside);
    const after = await readBulkEmail(inside.db, id);
    const done = { totalCountProcessed: after.totalCountProcessed, totalCount: after.totalCount };
    await auditBulkEmail(inside, { action, after, done });
    return after;
  });
}

async function lockProcessed(db: Db, id: string) {
  const row = await db
    .selectFrom('bulk_emails')
    .select(['processing_at', 'completed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound(bulkEmailTexts.notFound);
  if (row.processing_at === null) throw conflict(bulkRunTexts.notProcessed);
  return row;
}
