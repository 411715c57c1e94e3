import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import pino from 'pino';
import { migrate, migrationNames } from '#server/platform/db/migrate.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** A migrated database for one test file, cloned from a template in milliseconds. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const server = directUrl();
  return createDatabase(server, await makeTemplate(server));
}

/** An empty database, for tests of the migrations. */
export async function makeEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(directUrl(), 'template1');
}

async function createDatabase(server: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: withDatabase(serverUrl(), name),
    drop: () =>
      onServer(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined)
    throw new Error('These tests need a PostgreSQL server: run them with npm test -- FILE');
  return url;
}

/** The server itself, if the tests reach their databases through a pooler, which would hold templates open. */
const directUrl = () => process.env['TEST_SERVER_URL'] ?? serverUrl();

/** One template for each state of the migrations. The first test file that needs it creates it. */
async function makeTemplate(server: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of await migrationNames()) {
    hash.update(
      await readFile(new URL(`../../server/platform/db/migrations/${name}`, import.meta.url)),
    );
  }
  const template = `template_${hash.digest('hex').slice(0, 12)}`;
  await onServer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.testTemplate]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      template,
    ]);
    if (rowCount === 1) return;
    await client.query(`DROP DATABASE IF EXISTS ${template}_draft`);
    await client.query(`CREATE DATABASE ${template}_draft`);
    await fill(withDatabase(server, `${template}_draft`));
    await client.query(`ALTER DATABASE ${template}_draft RENAME TO ${template}`);
  });
  return template;
}

async function fill(url: string): Promise<void> {
  const pool = openPool(url, 1);
  await migrate(pool);
  await pool.end();
  const queue = await startQueue(url, pino({ level: 'silent' }));
  await queue.stop();
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}
