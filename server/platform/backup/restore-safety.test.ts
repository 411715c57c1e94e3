import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openTestApp } from '#test/support/app.ts';
import { runArchiveCommand } from '#test/support/archive-command.ts';
import { countTables, emptyDatabase, powerlessUrl, query } from '#test/support/empty-database.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { seedLarge } from '#test/support/seed-large.ts';
import { restoreBackup, RestoreRefused } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const app = await openTestApp();
await seedLarge(app.db, 500);
const folder = await mkdtemp(join(tmpdir(), 'membership-restore-'));
after(() => rm(folder, { recursive: true }));
const at = new Date('2027-03-10T08:00:00Z');
const archive = await writeBackup({ url: app.url, to: join(folder, 'a'), passphrase: null, at });
const restoreTo = (url: string) => restoreBackup({ url, from: archive.file, passphrase: null });

test('a database that is not empty is refused and stays as it is', async () => {
  const url = await emptyDatabase();
  await query(url, 'CREATE TABLE theirs (id int); INSERT INTO theirs VALUES (7)');
  await assert.rejects(restoreTo(url), (error: unknown) => {
    assert.ok(error instanceof RestoreRefused);
    assert.match(error.message, /^The database is not empty: it has the table public\.theirs\./);
    return true;
  });
  assert.deepEqual(await query(url, 'SELECT * FROM theirs'), [{ id: 7 }]);
  await assert.rejects(restoreTo(app.url), RestoreRefused);
});

test('a backup whose folder cannot be used fails and leaves no connection open', async () => {
  const noFolder = join(archive.file, 'b');
  const open = `SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`;
  const before = await query(app.url, open);
  await assert.rejects(writeBackup({ url: app.url, to: noFolder, passphrase: null, at }), {
    code: 'ENOTDIR',
  });
  assert.deepEqual(await query(app.url, open), before);
});

test('the owner of a database restores and backs up without further rights', async () => {
  const url = await emptyDatabase();
  const owner = await powerlessUrl(url);
  const [role, database] = [new URL(owner).username, new URL(url).pathname.slice(1)];
  await query(app.url, `ALTER DATABASE ${database} OWNER TO ${role}`);
  const restored = await restoreTo(owner);
  assert.deepEqual(restored.tables, archive.tables);
  const again = await writeBackup({
    url: owner,
    to: join(folder, 'owner'),
    passphrase: null,
    at,
  });
  assert.deepEqual(again.tables, archive.tables);
});

test('of two restores at once, one restores and the other is refused', async () => {
  const url = await emptyDatabase();
  const outcomes = await concurrently(2, () => restoreTo(url));
  assert.deepEqual(
    succeeded(outcomes).map(({ tables }) => tables),
    [archive.tables],
  );
  const [refused] = failed(outcomes);
  assert.ok(refused instanceof RestoreRefused, String(refused));
});

test('a restore that fails at its end leaves the database empty', async () => {
  const url = await emptyDatabase();
  const failing = restoreBackup({
    url,
    from: archive.file,
    passphrase: null,
    beforeCommit: async () => {
      throw new Error('the last step failed');
    },
  });
  await assert.rejects(failing, /the last step failed/);
  assert.equal(await countTables(url), 0);
  await restoreTo(url);
});

test('an aborted restore leaves the database empty', async () => {
  const url = await emptyDatabase();
  const stopping = new AbortController();
  const { signal } = stopping;
  const onProgress = () => stopping.abort();
  await assert.rejects(
    restoreBackup({ url, from: archive.file, passphrase: null, signal, onProgress }),
  );
  await untilAlone(url);
  assert.equal(await countTables(url), 0);
});

/** The server notices after a moment that a client is gone. */
async function untilAlone(url: string): Promise<void> {
  for (;;) {
    const others = await query(
      url,
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    if (others.length === 0) return;
    await wait(50);
  }
}

test('after a restore was killed, the database is empty and can be restored', async (t) => {
  const url = await emptyDatabase();
  const kills = process.env['TEST_FULL'] === 'yes' ? 20 : 3;
  let [empty, done] = [0, 0];
  for (let n = 1; n <= kills && done === 0; n += 1) {
    const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') };
    const command = runArchiveCommand('restore', [archive.file], settings);
    const isWriting = async () =>
      (await query(url, `SELECT FROM pg_locks WHERE locktype = 'advisory'`)).length > 0;
    const ended = command.ended.then(() => true);
    while (!(await isWriting()) && !(await Promise.race([ended, wait(10, false)])));
    await wait(n * 40);
    command.kill('SIGKILL');
    await command.ended;
    await untilAlone(url);
    if ((await countTables(url)) === 0) empty += 1;
    else done += 1;
  }
  t.diagnostic(`killed ${empty + done} times: ${empty} times empty, ${done} times complete`);
  assert.ok(empty > 0);
  if (done === 0) await restoreTo(url);
  const restored = await writeBackup({ url, to: join(folder, 'b'), passphrase: null, at });
  const others = ({ name }: { name: string }) => !['restores', 'mails'].includes(name);
  assert.deepEqual(restored.tables.filter(others), archive.tables.filter(others));
});
