import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { BackupDeps } from './backup-deps.ts';

/** The name tells people what it is; the record of the test tells us that it is ours. */
const newName = () => `backup_test_${randomBytes(8).toString('hex')}`;

/** Why the backup cannot be restored beside the database, or `null`. */
export async function whyNoScratchDatabase(deps: BackupDeps): Promise<string | null> {
  const { rows } = await sql<{ may: boolean; bytes: number }>`
    SELECT rolcreatedb OR rolsuper AS may, pg_database_size(current_database()) AS bytes
    FROM pg_roles WHERE rolname = current_user`.execute(deps.db);
  if (rows[0]?.may !== true) {
    return 'The role of DATABASE_URL may not create databases. Allow it with ALTER ROLE … CREATEDB to have backups restored.';
  }
  // The disk of another server is not ours to measure.
  if (deps.config.databaseUrl !== null) return null;
  const { bavail, bsize } = await statfs(deps.config.dataDir);
  return bavail * bsize > 2 * rows[0].bytes
    ? null
    : 'The disk has too little space for a second database.';
}

/** Answers its URL. It is noted before it is made: a kill leaves none that nobody knows. */
export async function makeScratchDatabase(deps: BackupDeps, testId: string): Promise<string> {
  const name = newName();
  await deps.db
    .updateTable('backup_tests')
    .set({ scratch_database: name })
    .where('id', '=', testId)
    .execute();
  // From the template without local additions, which could be in the way.
  await sql`CREATE DATABASE ${sql.id(name)} TEMPLATE template0 ENCODING 'UTF8'`.execute(deps.db);
  const url = new URL(deps.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Also those of a killed process. Only names that a test has noted are dropped. */
export async function dropScratchDatabases({ db, log }: BackupDeps): Promise<void> {
  const tests = await db
    .selectFrom('backup_tests')
    .select(['id', 'scratch_database as name'])
    .where('scratch_database', 'is not', null)
    .execute();
  for (const { id, name } of tests) {
    try {
      await sql`DROP DATABASE IF EXISTS ${sql.id(name ?? '')} WITH (FORCE)`.execute(db);
    } catch (error) {
      // The next run tries again.
      log.warn({ err: error }, 'a scratch database could not be dropped');
      continue;
    }
    await db
      .updateTable('backup_tests')
      .set({ scratch_database: null })
      .where('id', '=', id)
      .execute();
  }
}
