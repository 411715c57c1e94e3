import { sql, type Kysely } from 'kysely';
import { advisoryLocks } from '../advisory-locks.ts';
import type { Tables } from '../tables.ts';

/**
 * Replaces the rows of each list in `list_changes` with one recounted row. This keeps the sums short
 * and corrects errors. One statement sees one snapshot, so rows of open transactions stay.
 */
export async function recountLists({ db }: { db: Kysely<Tables> }): Promise<void> {
  await db.transaction().execute(async (inside) => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.recountLists})`.execute(inside);
    await sql`
      WITH gone AS (DELETE FROM list_changes)
      INSERT INTO list_changes (list, change)
      SELECT 'members', count(*) FROM members WHERE archived_at IS NULL
      UNION ALL SELECT 'invoices', count(*) FROM invoices
      UNION ALL SELECT 'donations', count(*) FROM donations
      UNION ALL SELECT 'users', count(*) FROM users WHERE removed_at IS NULL
      UNION ALL SELECT 'mails', count(*) FROM mails
      UNION ALL SELECT 'audit_entries', count(*) FROM audit_entries
      UNION ALL SELECT 'card_notifications', count(*) FROM card_notifications
      UNION ALL SELECT 'suppressions', count(*) FROM suppressions`.execute(inside);
  });
}

/** Replaces the rows of each list in `list_changes` with their sum, so that a page reads few rows. */
export async function mergeListChanges({ db }: { db: Kysely<Tables> }): Promise<void> {
  await db.transaction().execute(async (inside) => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.recountLists})`.execute(inside);
    await sql`
      WITH gone AS (DELETE FROM list_changes RETURNING list, change)
      INSERT INTO list_changes (list, change)
      SELECT list, sum(change) FROM gone GROUP BY list`.execute(inside);
  });
}
