import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { describeSchema } from '#server/platform/db/describe-schema.ts';
import { migrationNames } from '#server/platform/db/migrate.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { databaseBeforeBaseline, inBaseline } from '#test/support/disasters/before-baseline.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { countTables, emptyDatabase, query } from '#test/support/empty-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const names = await migrationNames();
const folder = await mkdtemp(join(tmpdir(), 'membership-older-'));
after(() => rm(folder, { recursive: true }));

async function backupWith(applied: number) {
  const url = await databaseBeforeBaseline(applied);
  await query(
    url,
    `INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id, amount_cents, created_at)
     SELECT gen_random_uuid(), 1, 'Sipho', 'Nkosi', 'sipho@example.org', id, 500, now() FROM donation_types LIMIT 1`,
  );
  const at = new Date('2027-03-10T08:00:00Z');
  return {
    url,
    ...(await writeBackup({ url, to: join(folder, String(applied)), passphrase: null, at })),
  };
}

test('an archive of the migrations that the baseline contains is restored and then migrated', async () => {
  const archive = await backupWith(inBaseline);
  assert.equal(archive.schemaVersion, '0063_old.sql');
  const target = await emptyDatabase();
  const restored = await restoreBackup({ url: target, from: archive.file, passphrase: null });
  assert.deepEqual(restored.migrated, names.slice(1));
  const donors = 'SELECT id, number, email FROM donations';
  assert.deepEqual(await query(target, donors), await query(archive.url, donors));
  const applied = 'SELECT * FROM migrations ORDER BY name';
  assert.deepEqual(
    (await query(target, applied)).slice(0, inBaseline),
    await query(archive.url, applied),
  );
  const newest = await makeTestDatabase();
  after(newest.drop);
  const pools = [openPool(target, 1), openPool(newest.url, 1)];
  const [one, other] = await Promise.all(pools.map(describeSchema));
  assert.equal(one, other);
  await Promise.all(pools.map((pool) => pool.end()));
});

test('an archive that lacks some of them is refused before anything is written', async () => {
  const { file } = await backupWith(inBaseline - 1);
  const target = await emptyDatabase();
  await assert.rejects(restoreBackup({ url: target, from: file, passphrase: null }), {
    message:
      /^This backup is of a version that is too old to be updated\. .* restore the backup with it/,
  });
  assert.equal(await countTables(target), 0);
});
