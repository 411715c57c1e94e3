import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { openTestApp } from '#test/support/app.ts';
import {
  addBackup,
  addBackupTest,
  backupFiles,
  forgetBackups,
} from '#test/support/backups/nightly-backups.ts';
import { deleteOldBackups } from './delete-old-backups.ts';

const app = await openTestApp();
const second = await mkdtemp(join(tmpdir(), 'membership-copies-'));
after(() => rm(second, { recursive: true }));

beforeEach(() => forgetBackups(app));

const keep = (backups_kept: number) =>
  app.db.updateTable('company_info').set({ backups_kept }).execute();
const onDay = (day: number) => new Date(`2027-03-0${day}T00:00:00Z`);
const add = async (days: number[]) => {
  const added = [];
  for (const day of days) added.push(await addBackup(app, { madeAt: onDay(day) }));
  return added;
};
const nameOf = ({ path }: { path: string }): string => basename(path);

test('the oldest beyond the number kept are deleted, and their records say so', async () => {
  const added = await add([1, 2, 3, 4, 5]);
  await keep(2);
  await deleteOldBackups(app);
  assert.deepEqual(await backupFiles(app), added.slice(3).map(nameOf).toSorted());
  const left = await app.db
    .selectFrom('backups')
    .select('id')
    .where('removed_at', 'is', null)
    .execute();
  assert.deepEqual(
    left.map(({ id }) => id).toSorted(),
    added
      .slice(3)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('as many as are kept, or fewer, all stay', async () => {
  await add([1, 2, 3]);
  await keep(3);
  await deleteOldBackups(app);
  assert.equal((await backupFiles(app)).length, 3);
});

test('a backup that failed its self-test does not count, so the last good one stays', async () => {
  const [good, bad] = await add([1, 2]);
  assert.ok(good && bad);
  await addBackupTest(app, bad.id, 'It is damaged.');
  await keep(1);
  await deleteOldBackups(app);
  assert.deepEqual(await backupFiles(app), [good, bad].map(nameOf).toSorted());
  const [newer] = await add([3]);
  assert.ok(newer);
  await deleteOldBackups(app);
  assert.deepEqual(await backupFiles(app), [nameOf(newer)]);
});

test('a backup on the disk of another machine does not count', async () => {
  const [here] = await add([1]);
  assert.ok(here);
  const elsewhere = join(app.dataDir, 'elsewhere');
  const gone = await addBackup(app, { madeAt: onDay(2), folder: elsewhere });
  await rm(gone.path);
  await keep(1);
  await deleteOldBackups(app);
  assert.deepEqual(await backupFiles(app), [nameOf(here)]);
});

test('another file of the same name stays', async () => {
  const [old] = await add([1, 2]);
  assert.ok(old);
  await writeFile(old.path, 'somebody put another file here');
  await keep(1);
  await deleteOldBackups(app);
  assert.equal((await backupFiles(app)).length, 2);
});

test('the second folder keeps as many by itself, also after the drive was away', async () => {
  const added = await add([1, 2, 3]);
  for (const { id, path } of added) {
    await writeFile(join(second, nameOf({ path })), 'a backup');
    await app.db
      .updateTable('backups')
      .set({ copy_folder: second, copied_at: onDay(5) })
      .where('id', '=', id)
      .execute();
  }
  await keep(1);
  const away = `${second}-away`;
  await app.db.updateTable('backups').set({ copy_folder: away }).execute();
  await deleteOldBackups(app);
  assert.equal((await readdir(second)).length, 3);
  assert.equal((await backupFiles(app)).length, 1);
  await app.db.updateTable('backups').set({ copy_folder: second }).execute();
  await deleteOldBackups(app);
  assert.deepEqual(await readdir(second), added.slice(2).map(nameOf));
});

test('a file that cannot be deleted is tried again next time', async () => {
  const [old] = await add([1, 2]);
  assert.ok(old);
  await keep(1);
  // A folder of this name cannot be deleted as a file.
  await rm(old.path);
  await mkdir(old.path);
  const { size } = await stat(old.path);
  await app.db.updateTable('backups').set({ bytes: size }).where('id', '=', old.id).execute();
  await deleteOldBackups(app);
  const record = () =>
    app.db
      .selectFrom('backups')
      .select('removed_at')
      .where('id', '=', old.id)
      .executeTakeFirstOrThrow();
  assert.equal((await record()).removed_at, null);
});
