import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { until } from '#test/support/outage.ts';
import { asOf } from './as-of.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { openDb, openPool } from './pool.ts';
import type { Tables } from './tables.ts';

/** A server of the test's own, whose processes may be killed. */
async function openServer(t: TestContext): Promise<Kysely<Tables>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'as-of-test-'));
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDb(openPool(postgres.url));
  t.after(async () => {
    await db.destroy();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return db;
}

async function look(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ asOf: string }>`SELECT ${asOf} AS "asOf"`.execute(db);
  return rows[0]?.asOf ?? '';
}

const write = (db: Kysely<Tables>) => sql`INSERT INTO notes VALUES ('written')`.execute(db);

async function giveUpWriting(db: Kysely<Tables>): Promise<void> {
  const writing = await db.startTransaction().execute();
  await write(writing);
  await writing.rollback().execute();
}

/** When the process began that comes and goes with the server's shared memory. */
async function beginning(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ at: string }>`SELECT backend_start::text AS at
    FROM pg_stat_activity WHERE backend_type = 'checkpointer'`.execute(db);
  return rows[0]?.at ?? '';
}

async function crash(db: Kysely<Tables>): Promise<void> {
  const before = await beginning(db);
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  process.kill(rows[0]!.pid, 'SIGKILL');
  await until('the server to begin anew', async () => {
    const after = await beginning(db).catch(() => '');
    return after !== '' && after !== before;
  });
}

test('what was seen before a crash is not seen again, though numbers are given out again', async (t) => {
  const db = await openServer(t);
  await sql`CREATE TABLE notes (text text)`.execute(db);
  const seen = new Set<string>();
  for (let times = 0; times < 5; times += 1) {
    await giveUpWriting(db);
    seen.add(await look(db));
  }
  assert.equal(seen.size, 5);
  await crash(db);
  for (let times = 0; times < 10; times += 1) {
    const now = await look(db);
    assert.ok(!seen.has(now), `seen before the crash: ${now}`);
    await write(db);
  }
});
