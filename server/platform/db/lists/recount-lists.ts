import { sql, type Kysely, type RawBuilder } from 'kysely';
import { advisoryLocks } from '../advisory-locks.ts';
import type { Db } from '../pool.ts';
import { allowLongStatements } from '../session-settings.ts';
import type { Tables } from '../tables.ts';

/**
 * Replaces the rows of each list in `list_changes` with one recounted row. This keeps the sums short
 * and corrects errors. One statement sees one snapshot, so rows of open transactions stay.
 */
export async function recountLists({ db }: { db: Kysely<Tables> }): Promise<void> {
  await db.transaction().execute(async (inside) => {
    await allowLongStatements(inside);
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.recountLists})`.execute(inside);
    await sql`
      WITH gone AS (DELETE FROM list_changes)
      INSERT INTO list_changes (list, change)
      SELECT 'members', count(*) FROM members WHERE archived_at IS NULL
      UNION ALL SELECT 'invoices', count(*) FROM invoices
      UNION ALL SELECT 'donations', count(*) FROM donations
      UNION ALL SELECT 'unpaid_invoices', count(*) FROM invoices WHERE is_open
      UNION ALL SELECT 'pending_donations', count(*) FROM donations
        WHERE payment_id IS NULL AND withdrawn_at IS NULL
      UNION ALL SELECT 'users', count(*) FROM users WHERE removed_at IS NULL
      UNION ALL SELECT 'mails', count(*) FROM mails
      UNION ALL SELECT 'audit_entries', count(*) FROM audit_entries
      UNION ALL SELECT 'card_notifications', count(*) FROM card_notifications
      UNION ALL SELECT 'security_events', count(*) FROM security_events
      UNION ALL SELECT 'suppressions', count(*) FROM suppressions`.execute(inside);
    // The recipients of all bulk emails are too many to be counted again.
    await mergeRecipientChanges(inside, sql`true`);
  });
}

/** Replaces the rows of each list in `list_changes` with their sum, so that a page reads few rows. */
export async function mergeListChanges({ db }: { db: Kysely<Tables> }): Promise<void> {
  await db.transaction().execute(async (inside) => {
    await allowLongStatements(inside);
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.recountLists})`.execute(inside);
    await sql`
      WITH gone AS (DELETE FROM list_changes RETURNING list, change)
      INSERT INTO list_changes (list, change)
      SELECT list, sum(change) FROM gone GROUP BY list`.execute(inside);
    const isSending = sql`bulk_email_id IN (
      SELECT id FROM bulk_emails WHERE processing_at IS NOT NULL AND completed_at IS NULL)`;
    await mergeRecipientChanges(inside, isSending);
  });
}

/** Replaces the rows of these bulk emails in `bulk_recipient_changes` with their sums. */
async function mergeRecipientChanges(db: Db, where: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM bulk_recipient_changes WHERE ${where} RETURNING *)
    INSERT INTO bulk_recipient_changes (bulk_email_id, outcome, change, last_sent_at)
    SELECT bulk_email_id, outcome, sum(change), max(last_sent_at) FROM gone
    GROUP BY bulk_email_id, outcome HAVING sum(change) <> 0`.execute(db);
}
