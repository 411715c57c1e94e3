import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/db/tables.ts';

/**
 * Until the returned function is called, a transaction that queues a mail to such an address fails at
 * its commit, after its last statement. `addresses`: a LIKE pattern.
 */
export async function failAtCommit(
  db: Kysely<Tables>,
  addresses = '%',
): Promise<() => Promise<unknown>> {
  await sql`
    CREATE FUNCTION fail_at_commit() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''no commit''; END'`.execute(db);
  await sql`
    CREATE CONSTRAINT TRIGGER fail_at_commit AFTER INSERT ON mails DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (new.to_email LIKE ${sql.lit(addresses)})
    EXECUTE FUNCTION fail_at_commit()`.execute(db);
  return () => sql`DROP FUNCTION fail_at_commit CASCADE`.execute(db);
}
