import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sealEntries } from '#server/features/seals/seal-entries.ts';
import { makeMigrationsTable, migrationNames, runMigration } from '#server/platform/db/migrate.ts';
import { describeSchema } from '#server/platform/db/describe-schema.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { emptyDatabase, query } from '#test/support/empty-database.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const names = await migrationNames();
const folder = await mkdtemp(join(tmpdir(), 'membership-older-'));
after(() => rm(folder, { recursive: true }));

test('an archive of an older version is restored and then migrated', async () => {
  const url = await emptyDatabase();
  const old = openPool(url, 1);
  const client = await old.connect();
  await makeMigrationsTable(client);
  // Migration 0025 marks the second of two payments as a credit.
  const older = names.filter((name) => name < '0025');
  for (const name of older) await runMigration(client, name);
  await client.query(`
    INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id, amount_cents,
      created_at) SELECT gen_random_uuid(), 1, '', '', '', id, 500, now() FROM donation_types LIMIT 1;
    INSERT INTO payments (id, donation_id, amount_cents, paid_on, recorded_at, method, source,
      external_reference) SELECT gen_random_uuid(), donations.id, 500, now(), now(), 'EFT', 'payfast', n
    FROM donations, unnest('{first,second}'::text[]) AS n;
    UPDATE donations SET payment_id = (SELECT id FROM payments WHERE external_reference = 'first')`);
  client.release();
  await old.end();

  const at = new Date('2027-03-10T08:00:00Z');
  const archive = await writeBackup({ url, to: join(folder, 'old'), passphrase: null, at });
  assert.equal(archive.schemaVersion, older.at(-1));
  const target = await emptyDatabase();
  const restored = await restoreBackup({ url: target, from: archive.file, passphrase: null });
  assert.deepEqual(restored.migrated, names.slice(older.length));
  assert.deepEqual(
    await query(target, 'SELECT external_reference AS name FROM payments WHERE credit_cents > 0'),
    [{ name: 'second' }],
  );
  // Payments from before there were seals are sealed as they are.
  const db = openDb(openPool(target, 1));
  await sealEntries({ db, clock: { now: () => at } });
  const seals = await db.selectFrom('seals').select(['entry_count', 'is_complete']).execute();
  assert.deepEqual(seals, [{ entry_count: 2, is_complete: true }]);
  await db.destroy();
  const newest = await makeTestDatabase();
  after(newest.drop);
  const pools = [openPool(target, 1), openPool(newest.url, 1)];
  const [one, other] = await Promise.all(pools.map(describeSchema));
  assert.equal(one, other);
  await Promise.all(pools.map((pool) => pool.end()));
});
