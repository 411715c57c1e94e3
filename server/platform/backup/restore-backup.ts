import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import {
  adviceForTooOld,
  compareMigrations,
  makeMigrationsTable,
  migrationNames,
  runMigration,
} from '#server/platform/db/migrate.ts';
import {
  begin,
  closeConnection,
  copyTarget,
  nameOf,
  openConnection,
  readTables,
} from './catalogue.ts';
import { tableOf, type Manifest } from './manifest.ts';
import { readArchive, type ArchiveFile } from './read-archive.ts';
import type { BackupSummary } from './summary.ts';
import { countRows, openDigest } from './table-digest.ts';
import { openBackup } from './verify-backup.ts';
import { putBack, removeForLoading } from './without-indexes.ts';
import { copyOut, type Progress } from './write-backup.ts';

export interface RestoreBackup extends ArchiveFile {
  /** An empty database. */
  url: string;
  onProgress?: (progress: Progress) => void;
  /** When it is aborted, nothing is restored. */
  signal?: AbortSignal;
  /** Runs last, in the transaction that restores. */
  beforeCommit?: (client: pg.ClientBase, restored: BackupSummary & WithKeys) => Promise<void>;
}

interface WithKeys {
  /** Text of the installation's keys by their names. */
  keys: Record<string, string>;
}

export interface RestoreSummary extends BackupSummary, WithKeys {
  /** The migrations that the backup did not have. */
  migrated: string[];
  /** Tables that the application does not have. Somebody made them by hand. */
  leftOut: string[];
}

/** The archive is sound, and cannot be restored here. The message is a sentence for people. */
export class RestoreRefused extends Error {}

/**
 * Fills an empty database from an archive: the schema of its version, the rows, and then the newer
 * migrations. The whole archive is verified before anything is written, and one transaction writes all, so a
 * restore that fails or is killed leaves the database empty. product-rules 2.20.
 */
export async function restoreBackup(options: RestoreBackup): Promise<RestoreSummary> {
  const client = await openConnection(options.url);
  // The statement that runs fails then.
  const stop = () => void closeConnection(client);
  options.signal?.addEventListener('abort', stop);
  try {
    await assertEmpty(client);
    const backup = await openBackup(options);
    const newer = await newerMigrations(backup.manifest.migrations);
    await begin(client);
    // Another restore, and an application that starts, wait for this lock.
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.migrations]);
    await assertEmpty(client);
    const leftOut = await restoreTables(client, options, backup.manifest, newer);
    for (const name of newer) await runMigration(client, name);
    const restored = { ...backup.summary, keys: backup.keys };
    await options.beforeCommit?.(client, restored);
    await client.query('COMMIT');
    await prepareForQueries(client);
    return { ...restored, migrated: newer, leftOut };
  } finally {
    options.signal?.removeEventListener('abort', stop);
    // This rolls back a transaction that is open.
    await closeConnection(client);
  }
}

/** Tables of any schema count, those of an extension do not. */
async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT n.nspname || '.' || c.relname AS name FROM pg_class AS c
    JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
      AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
      AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')
    -- Those of the application before those of its queue.
    ORDER BY n.nspname <> 'public', 1 LIMIT 1`);
  const [first] = rows;
  if (first === undefined) return;
  throw new RestoreRefused(
    `The database is not empty: it has the table ${first.name}. Restore into a new, empty database.`,
  );
}

/** The migrations of this version that the archive does not have. */
async function newerMigrations(applied: string[]): Promise<string[]> {
  const { missing, unknown, isTooOld } = await compareMigrations(applied);
  if (unknown.length > 0) {
    throw new RestoreRefused(
      `This backup was made by a newer version of the application (${unknown.join(', ')}). Update the application first.`,
    );
  }
  if (isTooOld) {
    throw new RestoreRefused(
      `This backup is of a version that is too old to be updated. ${adviceForTooOld}`,
    );
  }
  return missing;
}

/** Makes the schema that the archive had, and its rows. Answers the tables that the schema lacks. */
async function restoreTables(
  client: pg.Client,
  { onProgress = () => {}, ...archive }: RestoreBackup,
  { tables, sequences }: Manifest,
  newer: string[],
): Promise<string[]> {
  await makeMigrationsTable(client);
  const contained = (await migrationNames()).filter((name) => !newer.includes(name));
  for (const name of contained) await runMigration(client, name);
  const existing = (await readTables(client)).map(({ name }) => name);
  const removed = await removeForLoading(client, existing);
  // The migrations have added reference data, and the list of themselves.
  await client.query(`TRUNCATE ${existing.map(nameOf).join(', ')}`);
  const known = tables.filter(({ name }) => existing.includes(name));
  await load(client, { archive, tables: known, onProgress });
  await putBack(client, removed);
  for (const { name, last, isCalled } of sequences) {
    await client.query('SELECT setval(to_regclass($1), $2, $3)', [nameOf(name), last, isCalled]);
  }
  for (const table of known) await assertSame(client, table);
  return tables.map(({ name }) => name).filter((name) => !existing.includes(name));
}

type ManifestTable = Manifest['tables'][number];

interface Load {
  archive: ArchiveFile;
  tables: ManifestTable[];
  onProgress: (progress: Progress) => void;
}

async function load(client: pg.Client, { archive, tables, onProgress }: Load): Promise<void> {
  const ofRows = tables.reduce((sum, table) => sum + table.rows, 0);
  let rows = 0;
  const entries = readArchive(archive);
  let entry = await entries.next();

  async function* partsOf(table: string): AsyncGenerator<Buffer> {
    while (entry.done !== true && tableOf(entry.value.name) === table) {
      rows += countRows(entry.value.body);
      yield entry.value.body;
      onProgress({ table, rows, ofRows });
      entry = await entries.next();
    }
  }

  try {
    while (entry.done !== true) {
      const name = tableOf(entry.value.name);
      const table = tables.find((one) => one.name === name);
      if (table === undefined) entry = await entries.next();
      else {
        const copy = client.query(copyFrom(`COPY ${copyTarget(table)} FROM STDIN`));
        await pipeline(partsOf(table.name), copy);
      }
    }
  } finally {
    await entries.return(undefined);
  }
}

/** What the database answers now must be what it answered for the backup. */
async function assertSame(client: pg.Client, table: ManifestTable): Promise<void> {
  const digest = openDigest();
  for await (const chunk of copyOut(client, table)) digest.add(chunk);
  if (digest.rows() === table.rows && digest.checksum() === table.checksum) return;
  throw new RestoreRefused(
    `The table ${table.name} could not be restored as it was in the backup, so nothing was restored.`,
  );
}

/** PostgreSQL plans badly without statistics. If this fails, it makes them by itself some minutes later. */
async function prepareForQueries(client: pg.Client): Promise<void> {
  const tables = await readTables(client).catch(() => []);
  const names = tables.map(({ name }) => nameOf(name)).join(', ');
  await client.query(`VACUUM (ANALYZE) ${names}`).catch(() => {});
}
