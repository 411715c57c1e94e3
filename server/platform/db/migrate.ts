import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';

const folder = new URL('./migrations/', import.meta.url);

export class DatabaseTooNew extends Error {}

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

export async function missingMigrations(client: pg.Pool | pg.PoolClient): Promise<string[]> {
  const ours = await migrationNames();
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !ours.includes(name));
  if (unknown.length > 0) {
    throw new DatabaseTooNew(
      `This database was made by a newer version of the application (${unknown.join(', ')}). Please update the application.`,
    );
  }
  return ours.filter((name) => !applied.has(name));
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
      if (attempt >= mostAttempts || !isLocked(error)) throw error;
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
