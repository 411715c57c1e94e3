import { sql } from 'kysely';
import { mostHeldMails, type OpenRestore } from '#contract/restores/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** The last restore that no administrator has answered. */
export async function findOpenRestore(db: Db): Promise<OpenRestore | null> {
  const restore = await db
    .selectFrom('restores')
    .select(['restored_at', 'backup_made_at'])
    .where('answered_at', 'is', null)
    .orderBy('restored_at', 'desc')
    .executeTakeFirst();
  if (restore === undefined) return null;
  return {
    backupMadeUtc: restore.backup_made_at.toISOString(),
    restoredUtc: restore.restored_at.toISOString(),
    heldMails: await countHeldMails(db),
  };
}

async function countHeldMails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (
      SELECT FROM mails WHERE held_at IS NOT NULL LIMIT ${sql.lit(mostHeldMails)}) AS held`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
