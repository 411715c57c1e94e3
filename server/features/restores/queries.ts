import { sql } from 'kysely';
import { mostHeldMails, type OpenRestore } from '#contract/restores/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** The last restore that no administrator has answered, and what it holds. */
export async function findOpenRestore(db: Db): Promise<OpenRestore | null> {
  const { rows } = await sql<Row>`
    SELECT r.restored_at, r.backup_made_at,
      (SELECT count(*) FROM (
        SELECT FROM mails WHERE held_at IS NOT NULL LIMIT ${sql.lit(mostHeldMails)}) AS held) AS mails,
      (SELECT count(*) FROM bulk_emails AS b
        WHERE b.processing_at IS NOT NULL AND b.completed_at IS NULL
          AND b.held_at = r.restored_at) AS bulk
    FROM restores AS r WHERE r.answered_at IS NULL ORDER BY r.restored_at DESC LIMIT 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    backupMadeUtc: row.backup_made_at.toISOString(),
    restoredUtc: row.restored_at.toISOString(),
    heldMails: row.mails,
    heldBulkEmails: row.bulk,
  };
}

interface Row {
  restored_at: Date;
  backup_made_at: Date;
  mails: number;
  bulk: number;
}
