import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { emptyDatabase, query } from '#test/support/empty-database.ts';
import { freePort, startProgram } from '#test/support/program.ts';
import { nameBefore, removeOldBackups } from './back-up-before-migration.ts';
import { verifyBackup } from './platform/backup/verify-backup.ts';
import { makeMigrationsTable, migrationNames, runMigration } from './platform/db/migrate.ts';
import { openPool } from './platform/db/pool.ts';

const names = await migrationNames();
const older = names.slice(0, -1);
const folder = await mkdtemp(join(tmpdir(), 'membership-update-'));
after(() => rm(folder, { recursive: true, force: true }));
let folders = 0;

/** A database that lacks the last migration. */
async function olderDatabase(): Promise<string> {
  const url = await emptyDatabase();
  const pool = openPool(url, 1);
  const client = await pool.connect();
  await makeMigrationsTable(client);
  for (const name of older) await runMigration(client, name);
  client.release();
  await pool.end();
  return url;
}

async function start(t: TestContext, url: string, settings: Record<string, string> = {}) {
  return startProgram(t, {
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret of the tests, of more than 32 bytes',
    PORT: await freePort(),
    DATA_DIR: join(folder, String((folders += 1))),
    ...settings,
  });
}

async function countMigrations(url: string): Promise<number> {
  return (await query(url, 'SELECT FROM migrations')).length;
}

test('a start that migrates an existing database makes a backup before, and says where', async (t) => {
  const url = await olderDatabase();
  const application = await start(t, url);
  await application.running();
  const [, from = ''] =
    /Backup before the change of the database: (.+)/.exec(application.said()) ?? [];
  const backup = await verifyBackup({ from, passphrase: null });
  assert.equal(backup.schemaVersion, older.at(-1));
  assert.equal(await countMigrations(url), names.length);
  application.kill('SIGTERM');
  await application.exited;
});

test('a new database and an unchanged one need no backup', async (t) => {
  const url = await emptyDatabase();
  const DATA_DIR = join(folder, 'new');
  for (let n = 0; n < 2; n += 1) {
    const application = await start(t, url, { DATA_DIR });
    await application.running();
    assert.ok(!application.said().includes('Backup'), application.said());
    application.kill('SIGTERM');
    await application.exited;
  }
  assert.ok(!(await readdir(DATA_DIR)).includes('backups'));
});

test('without that backup the start ends before it changes anything, and says how to go on', async (t) => {
  const url = await olderDatabase();
  const DATA_DIR = join(folder, String((folders += 1)));
  const first = await start(t, await emptyDatabase(), { DATA_DIR });
  await first.running();
  first.kill('SIGTERM');
  await first.exited;
  await writeFile(join(DATA_DIR, 'backups'), 'a file where the folder would be');
  const refused = await start(t, url, { DATA_DIR });
  assert.equal(await refused.exited, 1);
  assert.match(refused.said(), /The backup could not be written to .*backups is not a folder/s);
  assert.match(refused.said(), /set BACKUP_BEFORE_MIGRATION=off to go on without/);
  assert.equal(await countMigrations(url), older.length);

  const without = await start(t, url, { DATA_DIR, BACKUP_BEFORE_MIGRATION: 'off' });
  await without.running();
  assert.equal(await countMigrations(url), names.length);
  without.kill('SIGTERM');
  await without.exited;
});

test('the first and the latest backup before a migration stay, and files of others', async () => {
  const backups = join(folder, 'many');
  await mkdir(backups);
  const named = (number: string, day: number) =>
    `before-${number}-2027-03-0${day}-0800-0a1b.tar.gz`;
  const stay = [named('0036', 1), named('0037', 1), named('0037', 6), 'before-the-party.txt'];
  const go = [2, 3, 4, 5].map((day) => named('0037', day));
  const draft = `${named('0036', 2)}.0a1b2c3d.draft`;
  for (const name of [...stay, ...go, draft]) await writeFile(join(backups, name), '');
  await removeOldBackups(backups);
  assert.deepEqual((await readdir(backups)).toSorted(), stay.toSorted());
  for (const number of ['0038', '0039', '0040', '0041']) {
    await writeFile(join(backups, named(number, 7)), '');
  }
  await removeOldBackups(backups);
  const left = await readdir(backups);
  assert.ok(!left.includes(named('0036', 1)));
  assert.ok(left.includes(named('0037', 1)) && left.includes(named('0041', 7)));
});

test('of starts within a minute the latest backup stays', async () => {
  const at = Date.parse('2027-03-01T08:00:00Z');
  const made = Array.from({ length: 20 }, (_, n) => nameBefore('0105', new Date(at + n * 2000)));
  const backups = join(folder, 'of-a-minute');
  await mkdir(backups);
  for (const name of made) {
    await writeFile(join(backups, `${name}.tar.gz.age`), '');
    await removeOldBackups(backups);
    assert.ok((await readdir(backups)).includes(`${name}.tar.gz.age`), name);
  }
  assert.equal((await readdir(backups)).length, 2);
});
