import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { verifyBackup } from '#server/platform/backup/verify-backup.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import { startWorkers } from '#server/workers.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openTestApp } from '#test/support/app.ts';
import { spawnBackup } from '#test/support/backups/backup-process.ts';
import {
  addBackup,
  backupFiles,
  forgetBackups,
  startedYesterday,
} from '#test/support/backups/nightly-backups.ts';
import { until } from '#test/support/outage.ts';
import { naledi, registered } from '#test/support/people.ts';
import { backupFolder } from './backup-deps.ts';
import { runBackups } from './run-backups.ts';

const app = await openTestApp();
const folder = backupFolder(app.config);
await registered(app);

const rows = () => app.db.selectFrom('backups').selectAll().orderBy('requested_at').execute();

beforeEach(async () => {
  await forgetBackups(app);
  // 10:00 in Johannesburg: self-tests wait for the night.
  app.clock.set('2027-03-10T08:00:00Z');
});

test('on the first day there is no nightly backup, however often the application starts', async () => {
  await runBackups(app);
  await app.db
    .insertInto('daily_runs')
    .values({ day: '2027-03-10', ran_at: app.clock.now() })
    .execute();
  await runBackups(app);
  app.clock.set('2027-03-10T23:29:00Z');
  await runBackups(app);
  assert.deepEqual(await rows(), []);
  app.clock.set('2027-03-10T23:30:00Z');
  await runBackups(app);
  assert.deepEqual(await backupFiles(app), ['backup-2027-03-11-0130.tar.gz']);
});

test('a nightly backup is a whole archive, and its record says what is in it', async () => {
  await startedYesterday(app);
  await runBackups(app);
  const [name = ''] = await backupFiles(app);
  const from = join(folder, name);
  const summary = await verifyBackup({ from, passphrase: null });
  assert.ok(summary.tables.some((table) => table.name === 'members' && table.rows === 1));
  const [row] = await rows();
  assert.ok(row);
  assert.deepEqual(
    [row.night, row.folder, row.file_name, row.bytes, row.row_count, row.is_encrypted],
    ['2027-03-10', folder, name, summary.bytes, summary.rows, false],
  );
  assert.deepEqual(row.made_at, app.clock.now());
  const { mode } = await stat(from);
  assert.equal(mode & 0o077, 0, 'others cannot read it');
});

test('after days off one backup is made, and a second start makes none', async () => {
  await startedYesterday(app);
  app.clock.set('2027-03-20T08:00:00Z');
  await runBackups(app);
  await runBackups(app);
  const nights = (await rows()).map(({ night }) => night);
  assert.deepEqual(nights, ['2027-03-20']);
  assert.deepEqual(await backupFiles(app), ['backup-2027-03-20-1000.tar.gz']);
});

test('with a passphrase the backup is encrypted, and has the keys', async () => {
  await startedYesterday(app);
  const backupPassphrase = 'lion elephant rhino';
  await runBackups({ ...app, config: { ...app.config, backupPassphrase } });
  const [name = ''] = await backupFiles(app);
  assert.match(name, /\.tar\.gz\.age$/);
  const from = join(folder, name);
  const summary = await verifyBackup({ from, passphrase: backupPassphrase });
  assert.deepEqual([summary.isEncrypted, summary.hasKeys], [true, true]);
  await assert.rejects(verifyBackup({ from, passphrase: 'another long passphrase' }));
  const [row] = await rows();
  assert.deepEqual([row?.is_encrypted, row?.has_keys], [true, true]);
});

test('of several processes, one makes the backup', async () => {
  await startedYesterday(app);
  const others = [1, 2, 3].map(() => openDb(openPool(app.url, 2)));
  try {
    await Promise.all([app, ...others.map((db) => ({ ...app, db }))].map(runBackups));
  } finally {
    await Promise.all(others.map((db) => db.destroy()));
  }
  const [row, ...more] = await rows();
  assert.deepEqual([row?.attempts, more.length], [1, 0]);
  assert.equal((await backupFiles(app)).length, 1);
});

test('a process that finds another at work looks again, so that no request is left', async () => {
  await startedYesterday(app);
  await sql`DELETE FROM pgboss.job WHERE name = 'back-up'`.execute(app.db);
  await app.db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(${advisoryLocks.backups})`.execute(connection);
    await app.db
      .insertInto('backups')
      .values({ id: crypto.randomUUID(), night: '2027-03-10', requested_at: app.clock.now() })
      .execute();
    await runBackups(app);
    await sql`SELECT pg_advisory_unlock(${advisoryLocks.backups})`.execute(connection);
  });
  assert.deepEqual(await backupFiles(app), []);
  const { rows: jobs } = await sql`
    SELECT FROM pgboss.job WHERE name = 'back-up' AND start_after > now()`.execute(app.db);
  assert.equal(jobs.length, 1);
});

test('a backup whose process is killed half way is made again, and leaves no half file', async () => {
  await startedYesterday(app);
  // The copy of this table waits for the lock, so the backup is never done.
  const client = await openPool(app.url, 1).connect();
  after(() => client.release(true));
  await client.query('BEGIN; LOCK TABLE members');
  const backup = spawnBackup(app);
  await until('the draft', async () =>
    (await readdir(folder).catch((): string[] => [])).some((name) => name.endsWith('.draft')),
  );
  await backup.kill();
  await client.query('COMMIT');
  const drafts = await backupFiles(app);
  assert.equal(drafts.length, 1);

  // The database closes the connections of a killed process by itself, with the lock.
  await until('the second backup', async () => {
    await runBackups(app);
    return (await rows())[0]?.made_at;
  });
  const [row, ...more] = await rows();
  assert.deepEqual([row?.attempts, more.length], [2, 0]);
  assert.deepEqual(await backupFiles(app), [row?.file_name]);
});

test('a process that is about to end does not wait for its backup, and the next one makes it', async () => {
  await startedYesterday(app);
  const client = await openPool(app.url, 1).connect();
  after(() => client.release(true));
  await client.query('BEGIN; LOCK TABLE members');
  const ending = new AbortController();
  const running = assert.rejects(runBackups({ ...app, ending: ending.signal }));
  await until('the draft', async () => (await backupFiles(app)).length > 0);
  ending.abort();
  await running;
  await client.query('COMMIT');
  await until('the draft to be deleted', async () => (await backupFiles(app)).length === 0);
  await runBackups(app);
  assert.deepEqual(await backupFiles(app), [(await rows())[0]?.file_name]);
});

test('a backup that was interrupted three times has failed', async () => {
  await startedYesterday(app);
  await app.db
    .insertInto('backups')
    .values({ id: crypto.randomUUID(), night: '2027-03-10', requested_at: app.clock.now() })
    .execute();
  await app.db.updateTable('backups').set({ attempts: 3 }).execute();
  await runBackups(app);
  const [row] = await rows();
  assert.match(row?.failure ?? '', /^The backup was interrupted three times/);
  assert.deepEqual(await backupFiles(app), []);
});

test('a whole file without its record is used, so that a restore deletes no backup', async () => {
  await startedYesterday(app);
  await runBackups(app);
  const [name = ''] = await backupFiles(app);
  const unfinished = { made_at: null, bytes: null, row_count: null };
  await app.db.updateTable('backups').set(unfinished).execute();
  await runBackups(app);
  assert.deepEqual(await backupFiles(app), [name]);
  const [row] = await rows();
  assert.deepEqual([row?.file_name, row?.attempts, row?.made_at !== null], [name, 1, true]);
});

test('files that the application did not make stay', async () => {
  await startedYesterday(app);
  await runBackups(app);
  const own = join(folder, 'backup-2020-01-01-0130.tar.gz');
  await writeBackup({ url: app.url, to: own, passphrase: null, at: app.clock.now() });
  await app.db.updateTable('company_info').set({ backups_kept: 1 }).execute();
  app.clock.set('2027-03-11T08:00:00Z');
  await runBackups(app);
  assert.deepEqual(await backupFiles(app), [
    'backup-2020-01-01-0130.tar.gz',
    'backup-2027-03-11-1000.tar.gz',
  ]);
  await rm(own);
});

test('the workers make a backup that is due at their start, and look for one twice an hour', async () => {
  await startedYesterday(app);
  const workers = await startWorkers(app);
  await until('the backup', async () => (await rows())[0]?.made_at);
  const { rows: schedules } = await sql`
    SELECT cron, timezone FROM pgboss.schedule WHERE name = 'back-up'`.execute(app.db);
  assert.deepEqual(schedules, [{ cron: '30,45 * * * *', timezone: 'Africa/Johannesburg' }]);
  await workers.stop();
});

test('the second copies of the installation of before a restore stay, also when it is answered', async (t) => {
  const second = await mkdtemp(join(tmpdir(), 'membership-second-'));
  await startedYesterday(app);
  const { id, path } = await addBackup(app, { madeAt: new Date('2027-03-01T00:00:00Z') });
  await copyFile(path, join(second, basename(path)));
  const copied = { copy_folder: second, copied_at: app.clock.now() };
  await app.db.updateTable('backups').set(copied).where('id', '=', id).execute();
  const settings = { backups_kept: 1, backup_copy_folder: second };
  const { backups_kept, backup_copy_folder } = await app.db
    .selectFrom('company_info')
    .select(['backups_kept', 'backup_copy_folder'])
    .executeTakeFirstOrThrow();
  await app.db.updateTable('company_info').set(settings).execute();
  const at = app.clock.now();
  const restore = { id: randomUUID(), restored_at: at, backup_made_at: at };
  await app.db.insertInto('restores').values(restore).execute();
  t.after(async () => {
    await app.db.deleteFrom('restores').execute();
    await app.db.updateTable('company_info').set({ backups_kept, backup_copy_folder }).execute();
    await rm(second, { recursive: true });
  });
  await runBackups(app);
  assert.deepEqual(await readdir(second), [basename(path)]);
  // The administrator chooses another place before the answer, as the guide says.
  const own = await mkdtemp(join(tmpdir(), 'membership-own-'));
  t.after(() => rm(own, { recursive: true }));
  await app.db.updateTable('company_info').set({ backup_copy_folder: own }).execute();
  const { id: answered_by } = await naledi(app);
  await app.db.updateTable('restores').set({ answered_at: at, answered_by }).execute();
  for (const day of ['12', '13', '14']) {
    app.clock.set(`2027-03-${day}T08:00:00Z`);
    await runBackups(app);
  }
  assert.equal((await readdir(own)).length, 1);
  assert.deepEqual(await readdir(second), [basename(path)]);
});
