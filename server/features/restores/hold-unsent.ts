import type pg from 'pg';
import { restoreTexts } from '#contract/restores/endpoints.ts';

/**
 * Holds what was not sent when the backup was made, because it may have been sent after that. Runs in the
 * transaction of the restore. product-rules 8.9.
 */
export async function holdUnsent(
  client: pg.ClientBase,
  { backupMadeAt, at }: { backupMadeAt: Date; at: Date },
): Promise<{ mails: number; bulkEmails: number }> {
  await client.query(
    'INSERT INTO restores (id, restored_at, backup_made_at) VALUES (gen_random_uuid(), $1, $2)',
    [at, backupMadeAt],
  );
  const mails = await client.query(
    'UPDATE mails SET held_at = $1, leased_until = NULL WHERE next_attempt_at IS NOT NULL',
    [at],
  );
  const bulkEmails = await client.query(
    `UPDATE bulk_emails SET held_at = $1, held_reason = $2
     WHERE processing_at IS NOT NULL AND completed_at IS NULL AND stopped_at IS NULL`,
    [at, restoreTexts.bulkHeldReason(backupMadeAt.toISOString())],
  );
  // Its job was in the queue. Started again, it skips the members who have their invoice.
  await client.query('UPDATE renewal_runs SET finished_at = $1 WHERE finished_at IS NULL', [at]);
  return { mails: mails.rowCount ?? 0, bulkEmails: bulkEmails.rowCount ?? 0 };
}
