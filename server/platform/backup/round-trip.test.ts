import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { fillDemo } from '#server/dev/demo/fill.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { describeSchema } from '#server/platform/db/describe-schema.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openTestApp } from '#test/support/app.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { emptyDatabase, query } from '#test/support/empty-database.ts';
import { addFullHistoryMember } from '#test/support/full-history-member.ts';
import { until } from '#test/support/outage.ts';
import { seedLarge } from '#test/support/seed-large.ts';
import { registered } from '#test/support/people.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { BackupExists, writeBackup } from './write-backup.ts';

const app = await openTestApp();
await seedLarge(app.db, 300);
await addFullHistoryMember(app, 'Thandi');
const folder = await mkdtemp(join(tmpdir(), 'membership-backup-'));
after(() => rm(folder, { recursive: true }));

const at = new Date('2027-03-10T08:00:00Z');
const passphrase = 'a passphrase of the tests';
const keys = { 'session-secret': 'a key of this installation' };
let files = 0;

/** A backup of the test's application, unless another database is meant. */
async function backup(options: { url?: string; passphrase?: string } = {}) {
  const to = join(folder, `${(files += 1)}.backup`);
  const { url = app.url } = options;
  return writeBackup({ url, to, keys, at, passphrase: options.passphrase ?? null });
}

test('a restored database has the same rows in each table, and the same schema', async () => {
  const original = await backup();
  const url = await emptyDatabase();
  const restored = await restoreBackup({ url, from: original.file, passphrase: null });
  assert.ok(original.rows > 2000);
  assert.deepEqual(restored.tables, original.tables);
  assert.deepEqual(restored.migrated, []);
  const again = await backup({ url });
  assert.deepEqual(again.tables, original.tables);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const pool = openPool(app.url, 1);
  assert.equal(await describeSchema(client), await describeSchema(pool));
  await Promise.all([client.end(), pool.end()]);
});

test('verifying answers what writing did', async () => {
  const written = await backup();
  assert.deepEqual(await verifyBackup({ from: written.file, passphrase: null }), written);
  const { size, mode } = await stat(written.file);
  assert.equal(written.bytes, size);
  assert.equal(mode & 0o777, 0o600);
  assert.deepEqual([written.isEncrypted, written.hasKeys], [false, false]);
});

test('a table that a migration adds is in the backup without a change of code', async () => {
  const url = await emptyDatabase();
  const { file } = await backup();
  await restoreBackup({ url, from: file, passphrase: null });
  await query(url, `CREATE TABLE brand_new (id int); INSERT INTO brand_new VALUES (1), (2)`);
  const { tables } = await backup({ url });
  assert.equal(tables.find(({ name }) => name === 'brand_new')?.rows, 2);
  const expected = await query<{ name: string }>(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  assert.deepEqual(
    tables.map(({ name }) => name),
    expected.map(({ name }) => name),
  );
});

test('a table that was made by hand is left out and named', async () => {
  const url = await emptyDatabase();
  const { file } = await backup();
  await restoreBackup({ url, from: file, passphrase: null });
  await query(url, `CREATE TABLE by_hand (id int); INSERT INTO by_hand VALUES (1)`);
  const restored = await restoreBackup({
    url: await emptyDatabase(),
    from: (await backup({ url })).file,
    passphrase: null,
  });
  assert.deepEqual(restored.leftOut, ['by_hand']);
});

test('the next invoice, member and audit entry get the next numbers', async () => {
  const { file } = await backup();
  const url = await emptyDatabase();
  await restoreBackup({ url, from: file, passphrase: null });
  const pool = openPool(url, 3);
  const restored = { ...app, db: openDb(pool) };
  const ctx = () => ({ ...app.ctx(), db: restored.db });
  const last = await lastNumbers(url);
  const { invoiceId } = await registered(
    { ...restored, ctx },
    { email: 'after-the-restore@example.org' },
  );
  await settleInvoice(ctx(), { invoiceId, source: 'administrator' });
  const next = await lastNumbers(url);
  assert.deepEqual(next, { ...last, invoice: last.invoice + 1, member: last.member + 1 });
  const [audit] = await query<{ isNext: boolean }>(
    url,
    `INSERT INTO audit_entries (at, by_user_id, by_name, action, subject_kind, subject_id, subject_name)
     SELECT now(), id, '', 'x', 'member', id, '' FROM users LIMIT 1
     RETURNING id > (SELECT max(id) FROM audit_entries) AS "isNext"`,
  );
  assert.equal(audit?.isNext, true);
  await pool.end();
});

async function lastNumbers(url: string) {
  const rows = await query<{ name: string; last: number }>(
    url,
    'SELECT name, last_used AS last FROM counters',
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last])) as Record<
    'invoice' | 'member',
    number
  >;
}

test('an encrypted archive carries the keys, and shows nothing without the passphrase', async () => {
  const written = await backup({ passphrase });
  assert.deepEqual([written.isEncrypted, written.hasKeys], [true, true]);
  const restored = await restoreBackup({
    url: await emptyDatabase(),
    from: written.file,
    passphrase,
  });
  assert.deepEqual(restored.keys, keys);
  assert.deepEqual(restored.tables, written.tables);
});

test('an existing file is not overwritten', async () => {
  const { file } = await backup();
  const before = await stat(file);
  await assert.rejects(writeBackup({ url: app.url, to: file, at, passphrase: null }), BackupExists);
  assert.equal((await stat(file)).mtimeMs, before.mtimeMs);
});

test('an aborted backup leaves no file behind', async () => {
  const stopping = new AbortController();
  const before = await readdir(folder);
  const writing = writeBackup({
    url: app.url,
    to: join(folder, 'aborted'),
    at,
    passphrase: null,
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  });
  await assert.rejects(writing, { name: 'AbortError' });
  assert.deepEqual(await readdir(folder), before);
});

test('any tar program opens the archive, and psql could load it', async () => {
  const { file, tables } = await backup();
  const run = promisify(execFile);
  await run('tar', ['-xzf', file, '-C', folder]);
  const { stdout } = await run('sh', [
    '-c',
    `cat "${folder}"/membership-backup/tables/members/* | sha256sum`,
  ]);
  const members = tables.find(({ name }) => name === 'members');
  assert.equal(stdout.split(' ')[0], members?.checksum);
  const names = await readdir(join(folder, 'membership-backup'));
  assert.deepEqual(names.toSorted(), ['README.txt', 'manifest.json', 'schema.sql', 'tables']);
});

test('every table of the demo comes back ten times out of ten @full', async (t) => {
  const demo = await openTestApp({ ADMIN_EMAIL: 'chair@example.org' });
  await fillDemo(demo);
  const { file, tables, rows } = await backup({ url: demo.url, passphrase });
  const filled = tables.filter(({ rows }) => rows > 0);
  t.diagnostic(`${rows} rows in ${filled.length} of ${tables.length} tables`);
  assert.ok(filled.length > 20);
  for (let drill = 0; drill < 10; drill += 1) {
    const url = await emptyDatabase();
    const restored = await restoreBackup({ url, from: file, passphrase });
    assert.deepEqual(restored.tables, tables);
    const again = await backup({ url });
    assert.deepEqual(again.tables, tables);
  }
});

test('a table that a migration rewrites while the backup begins has all its rows', async () => {
  const { url, drop } = await makeTestDatabase();
  after(drop);
  const migration = new pg.Client({ connectionString: url });
  await migration.connect();
  await migration.query('BEGIN');
  await migration.query(
    'ALTER TABLE donation_types ADD COLUMN rewritten int GENERATED ALWAYS AS (1) STORED',
  );
  const writing = backup({ url });
  await until('the backup to wait', async () => {
    const { rows } = await migration.query(
      'SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass',
      ['donation_types'],
    );
    return rows.length > 0;
  });
  await migration.query('COMMIT');
  await migration.end();
  const { tables } = await writing;
  const [types] = await query<{ count: number }>(
    url,
    'SELECT count(*)::int AS count FROM donation_types',
  );
  assert.ok(types !== undefined && types.count > 0);
  assert.equal(tables.find(({ name }) => name === 'donation_types')?.rows, types.count);
});
