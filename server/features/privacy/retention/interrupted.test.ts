import assert from 'node:assert/strict';
import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { crashPointAt } from '#test/support/crash-at-every-statement.ts';
import { emptyDatabase } from '#test/support/empty-database.ts';
import { firstNight, openOldRecords } from '#test/support/retention/old-records.ts';
import { applyRetention } from './apply-retention.ts';
import { repeatErasures } from '../erase/repeat-erasures.ts';

const app = await openTestApp();
const old = openOldRecords(app);
app.clock.set(firstNight);
const long = '2016-01-01T08:00:00Z';

/** Three members, three donations and three mails that are too old. */
async function addOld(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    await old.expired(long);
    await old.donation(long);
    await old.mail(long);
  }
}

async function remaining({ db }: Pick<TestApp, 'db'>) {
  const [members, donations, mails] = await Promise.all([
    db.selectFrom('members').select('id').where('first_name', '<>', 'Erased').execute(),
    db.selectFrom('donations').select('id').where('first_name', '<>', 'Erased').execute(),
    db.selectFrom('mails').select('id').where('to_name', '=', 'Reader').execute(),
  ]);
  return [members.length, donations.length, mails.length];
}

/** What the report counts, and whether each kind is finished. */
async function counted() {
  const rows = await app.db.selectFrom('retention_results').selectAll().execute();
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.erased;
  const isFinished = rows.every(({ finished_at }) => finished_at !== null);
  return { counts: [of('formerMembers'), of('neverPaid'), of('mails')], isFinished };
}

test('a process that is killed at any point leaves whole records, and the next one goes on', async () => {
  const dieAt = crashPointAt(app);
  const what = { applyRetention: { dataDir: app.dataDir } };
  await addOld();
  await old.save();
  for (const death of [4, 9, 40, 80, 'commitSent', 'commitAnswered'] as const) {
    assert.equal(await dieAt(what, death), 'killed', String(death));
    const { counts, isFinished } = await counted();
    const [members = 0] = await remaining(app);
    assert.equal(isFinished && counts.every((count) => count !== undefined), false);
    // A record and its count are saved together.
    assert.equal(members, 3 - (counts[0] ?? 0));
  }
  await applyRetention(app);
  assert.deepEqual(await remaining(app), [0, 0, 0]);
  const { counts, isFinished } = await counted();
  assert.equal(isFinished, true);
  assert.equal(counts[0], 3);
  assert.equal(counts[1], 3);
  await applyRetention(app);
  assert.deepEqual(await counted(), { counts, isFinished }, 'once in a day');
});

test('of several processes one does the work, and everything is counted once', async () => {
  await app.db.deleteFrom('retention_results').execute();
  await addOld();
  assert.deepEqual(await remaining(app), [3, 3, 3]);
  const runs = await concurrently(4, () => applyRetention(app));
  assert.deepEqual(failed(runs), []);
  // One that was refused the lock has left the rest to the others.
  await applyRetention(app);
  assert.deepEqual(await remaining(app), [0, 0, 0]);
  const { counts, isFinished } = await counted();
  assert.deepEqual([counts[0], counts[1], isFinished], [3, 3, true]);
});

test('what an old backup brings back, the start and the next night erase again', async () => {
  await app.db.deleteFrom('retention_results').execute();
  await addOld();
  const folder = join(app.dataDir, 'backups');
  await mkdir(folder, { recursive: true });
  const { file } = await writeBackup({
    url: app.url,
    to: join(folder, 'before.tar.gz'),
    keys: {},
    at: app.clock.now(),
    passphrase: null,
  });
  await applyRetention(app);
  assert.deepEqual(await remaining(app), [0, 0, 0]);

  const url = await emptyDatabase();
  await restoreBackup({ url, from: file, passphrase: null });
  const db = openDb(openPool(url));
  after(() => db.destroy());
  const restored = { ...app, db };
  assert.deepEqual(await remaining(restored), [3, 3, 3]);
  assert.equal(await repeatErasures(restored), 3);
  assert.equal((await remaining(restored))[0], 0);
  app.clock.set('2027-03-11T00:15:00Z');
  await applyRetention(restored);
  assert.deepEqual(await remaining(restored), [0, 0, 0]);
});
