import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openTestApp } from '#test/support/app.ts';
import { forgetBackups, startedYesterday } from '#test/support/backups/nightly-backups.ts';
import { until } from '#test/support/outage.ts';
import { naledi, registered } from '#test/support/people.ts';
import { runBackups } from './run-backups.ts';
import { testBackup } from './self-test.ts';

const app = await openTestApp();
await registered(app);
await naledi(app);

beforeEach(async () => {
  await forgetBackups(app);
  app.clock.set('2027-03-10T08:00:00Z');
  await startedYesterday(app);
});

const tests = () =>
  app.db.selectFrom('backup_tests').selectAll().orderBy('started_at', 'desc').execute();

/** Those of other test files are on the same server for a moment. */
async function scratchDatabases(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT datname AS name FROM pg_database WHERE datname LIKE 'backup\\_test\\_%'`.execute(app.db);
  return rows.map(({ name }) => name);
}

function untilNoScratchDatabase() {
  return until('the end of all scratch databases', async () => {
    return (await scratchDatabases()).length === 0;
  });
}

/** The files named by the mails about tests that failed. */
async function failureMails() {
  const mails = await app.db
    .selectFrom('mails')
    .select('about')
    .where('kind', '=', 'backup-test-failed')
    .execute();
  return mails.map(({ about }) => (about as { fileName: string }).fileName);
}

async function runAt(instant: string) {
  app.clock.set(instant);
  await runBackups(app);
}

async function latest() {
  const { id, folder, file_name } = await app.db
    .selectFrom('backups')
    .selectAll()
    .orderBy('made_at', 'desc')
    .executeTakeFirstOrThrow();
  return { id, path: `${folder}/${file_name}` };
}

test('once a week, at night, the latest backup is restored into a scratch database', async () => {
  await runAt('2027-03-10T08:00:00Z');
  assert.deepEqual(await tests(), [], 'not by day');
  await runAt('2027-03-10T23:30:00Z');
  const [first] = await tests();
  assert.ok(first);
  assert.equal(first.backup_id, (await latest()).id);
  assert.deepEqual(
    [first.way, first.why_verified, first.failure, first.scratch_database],
    ['restored', null, null, null],
  );
  await untilNoScratchDatabase();
  for (const day of [11, 12, 13, 14, 15, 16]) await runAt(`2027-03-${day}T23:30:00Z`);
  assert.equal((await tests()).length, 1);
  await runAt('2027-03-17T23:30:00Z');
  assert.equal((await tests()).length, 2);
});

test('a server that never runs at night is tested by day after two weeks', async () => {
  for (const day of [10, 16, 22]) await runAt(`2027-03-${day}T08:00:00Z`);
  assert.deepEqual(await tests(), []);
  await runAt('2027-03-24T08:00:00Z');
  assert.equal((await tests()).length, 1);
});

test('a damaged backup fails its test, and the next one is tested the night after', async () => {
  await runAt('2027-03-10T08:00:00Z');
  const { id, path } = await latest();
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  await file.write(randomBytes(16), 0, 16, Math.floor(size / 2));
  await testBackup(app, id, path);
  const [failed] = await tests();
  assert.match(failed?.failure ?? '', /damaged/);
  assert.equal(failed?.way, 'restored');
  await untilNoScratchDatabase();
  assert.deepEqual(await failureMails(), [basename(path)]);
  await testBackup(app, id, path);
  assert.equal((await failureMails()).length, 1, 'one mail until a test has passed');
  await runAt('2027-03-10T23:30:00Z');
  const [next] = await tests();
  assert.equal(next?.failure, null);
  assert.notEqual(next?.backup_id, id);
});

test('where the role may not create databases, the file is verified, and the reason is recorded', async (t) => {
  const role = `no_databases_${randomBytes(4).toString('hex')}`;
  await sql`CREATE ROLE ${sql.id(role)} NOCREATEDB`.execute(app.db);
  await sql`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${sql.id(role)}`.execute(app.db);
  await sql`GRANT ${sql.id(role)} TO CURRENT_USER`.execute(app.db);
  const pool = openPool(app.url, 2);
  pool.on('connect', (client) => void client.query(`SET role = '${role}'`));
  const db = openDb(pool);
  t.after(async () => {
    await db.destroy();
    await sql`DROP OWNED BY ${sql.id(role)}`.execute(app.db);
    await sql`DROP ROLE ${sql.id(role)}`.execute(app.db);
  });
  await runAt('2027-03-10T08:00:00Z');
  const { id, path } = await latest();
  await testBackup({ ...app, db }, id, path);
  const [test] = await tests();
  assert.deepEqual([test?.way, test?.failure], ['verified', null]);
  assert.match(test?.why_verified ?? '', /may not create databases/);
});

test('a scratch database of a killed process is dropped, and no other', async (t) => {
  await runAt('2027-03-10T08:00:00Z');
  const { id: backup_id } = await latest();
  const [ours, foreign] = [1, 2].map(() => `backup_test_${randomBytes(8).toString('hex')}`);
  assert.ok(ours && foreign);
  t.after(() => sql`DROP DATABASE IF EXISTS ${sql.id(foreign)}`.execute(app.db));
  for (const name of [ours, foreign]) await sql`CREATE DATABASE ${sql.id(name)}`.execute(app.db);
  await app.db
    .insertInto('backup_tests')
    .values({
      id: crypto.randomUUID(),
      backup_id,
      started_at: app.clock.now(),
      scratch_database: ours,
    })
    .execute();
  await runBackups(app);
  const left = await scratchDatabases();
  assert.deepEqual([left.includes(ours), left.includes(foreign)], [false, true]);
  assert.equal((await tests())[0]?.scratch_database, null);
});

test('a test that was killed is not repeated at once, but the night after', async () => {
  await runAt('2027-03-10T23:30:00Z');
  await app.db
    .updateTable('backup_tests')
    .set({ finished_at: null, way: null, why_verified: null })
    .execute();
  await runAt('2027-03-11T00:45:00Z');
  assert.equal((await tests()).length, 1);
  await runAt('2027-03-11T23:30:00Z');
  assert.equal((await tests()).length, 2);
});
