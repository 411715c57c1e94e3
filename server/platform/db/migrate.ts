import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';

const folder = new URL('./migrations/', import.meta.url);

export class DatabaseTooNew extends Error {}
export class DatabaseTooOld extends Error {}
/** The cause is the error of the database. */
export class MigrationFailed extends Error {}

/** How to bring a database or a backup to the migrations that the baseline contains. Decision 91. */
export const adviceForTooOld =
  'Start commit fd81c173 once on this database, or restore the backup with it, make a backup, then update.';

/** The migrations' file names, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
}

/**
 * Runs the pending migrations. A second process waits for the lock. `beforeChange` runs before the first
 * migration of a database that has some already, and stops all of them by throwing.
 */
export async function migrate(
  pool: pg.Pool,
  beforeChange: (missing: string[]) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const client = await pool.connect();
  try {
    // A migration, and waiting for another process that migrates, may take long.
    await client.query('SET statement_timeout TO 0; SET lock_timeout TO 0');
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations]);
    await makeMigrationsTable(client);
    const missing = await missingMigrations(client);
    const isNew = missing.length === (await migrationNames()).length;
    if (missing.length > 0 && !isNew) await beforeChange(missing);
    for (const name of missing) await apply(client, name);
    return missing;
  } finally {
    // Closing the connection also releases the lock.
    client.release(true);
  }
}

export async function makeMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
}

export interface MigrationState {
  /** The migrations of this version that were not applied. */
  missing: string[];
  /** Applied migrations that only a newer version has. */
  unknown: string[];
  /** Some of the migrations that the baseline contains were applied, but not all. */
  isTooOld: boolean;
}

/**
 * The first file is the baseline. It contains the migrations with smaller numbers. The last of them has the
 * number of the baseline, so a name with this number says that all are there.
 */
export async function compareMigrations(applied: string[]): Promise<MigrationState> {
  const [baseline = '', ...later] = await migrationNames();
  const numberOf = (name: string) => name.slice(0, baseline.indexOf('_'));
  const contained = applied.filter((name) => numberOf(name) <= numberOf(baseline));
  const isComplete = contained.some((name) => numberOf(name) === numberOf(baseline));
  return {
    missing: [baseline, ...later].filter((name) =>
      name === baseline ? !isComplete : !applied.includes(name),
    ),
    unknown: applied.filter((name) => !contained.includes(name) && !later.includes(name)),
    isTooOld: contained.length > 0 && !isComplete,
  };
}

export async function missingMigrations(client: pg.Pool | pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const { missing, unknown, isTooOld } = await compareMigrations(rows.map(({ name }) => name));
  if (unknown.length > 0) {
    throw new DatabaseTooNew(
      `This database was made by a newer version of the application (${unknown.join(', ')}). Please update the application.`,
    );
  }
  if (isTooOld) {
    throw new DatabaseTooOld(
      `This database is of a version that is too old to be updated. ${adviceForTooOld}`,
    );
  }
  return missing;
}

/**
 * For a quarter of an hour: a backup may be reading the table. Then a migration waits for its locks, and
 * requests wait with it.
 */
const mostAttempts = 1500;
const pauseMs = 400;

/**
 * The version before may be serving requests (decision 52). They wait behind a migration that waits for a
 * lock, and may deadlock with it. So it soon gives up, and tries again.
 */
async function apply(client: pg.PoolClient, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('BEGIN');
      if (attempt < mostAttempts) await client.query(`SET LOCAL lock_timeout = '200ms'`);
      await runMigration(client, name);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (attempt >= mostAttempts || !isLocked(error)) {
        throw new MigrationFailed(`The migration ${name} failed, and changed nothing.`, {
          cause: error,
        });
      }
      await setTimeout(pauseMs);
    }
  }
}

/** In the caller's transaction. */
export async function runMigration(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(await readFile(new URL(name, folder), 'utf8'));
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
}

function isLocked(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '55P03' || code === '40P01';
}
