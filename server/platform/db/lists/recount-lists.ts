import { sql, type Kysely } from 'kysely';
import { advisoryLocks } from '../advisory-locks.ts';
import type { Tables } from '../tables.ts';

/**
 * Puts one row in the place of many in `list_changes`, counted anew, so that the sums stay short and
 * nothing that went wrong lasts. One statement sees one moment: what is not yet committed then has a
 * row of its own, which this does not see and so leaves.
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
      UNION ALL SELECT 'users', count(*) FROM users WHERE removed_at IS NULL`.execute(inside);
  });
}
