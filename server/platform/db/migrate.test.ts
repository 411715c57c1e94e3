import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { databaseBeforeBaseline, inBaseline } from '#test/support/disasters/before-baseline.ts';
import { makeEmptyDatabase } from '#test/support/database.ts';
import { until } from '#test/support/outage.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { describeSchema } from './describe-schema.ts';
import {
  DatabaseTooNew,
  DatabaseTooOld,
  migrate,
  migrationNames,
  missingMigrations,
} from './migrate.ts';
import { openPool } from './pool.ts';

const names = await migrationNames();

/** Several pools on one empty database, like several processes. */
async function emptyDatabase(processes = 1) {
  const { url, drop } = await makeEmptyDatabase();
  const pools = Array.from({ length: processes }, () => openPool(url, 2));
  after(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await drop();
  });
  return pools;
}

test('when eight processes start on an empty database, one migrates and all continue', async () => {
  const pools = await emptyDatabase(8);
  const outcomes = await concurrently(8, (n) => migrate(pools[n]!));
  assert.deepEqual(failed(outcomes), []);
  const applied = succeeded(outcomes).filter((migrations) => migrations.length > 0);
  assert.deepEqual(applied, [names]);
  const { rows } = await pools[0]!.query<{ count: number }>('SELECT count(*) FROM counters');
  assert.equal(rows[0]!.count, 4, 'the reference data is there once');
  assert.deepEqual(await migrate(pools[3]!), [], 'and the next start has nothing to do');
});

test('a failed migration is rolled back, and the next start retries it', async () => {
  const [pool] = await emptyDatabase();
  // Conflicts with the last table of the first file.
  await pool!.query('CREATE TABLE list_changes (taken boolean)');
  await assert.rejects(migrate(pool!), (error: Error) => {
    assert.equal(error.message, `The migration ${names[0]} failed, and changed nothing.`);
    assert.match(String(error.cause), /list_changes.* already exists/);
    return true;
  });
  assert.deepEqual(await missingMigrations(pool!), names);
  const { rows } = await pool!.query(`SELECT to_regclass('public.mails') AS mails`);
  assert.deepEqual(rows, [{ mails: null }]);
  await pool!.query('DROP TABLE list_changes');
  assert.deepEqual(await migrate(pool!), names);
});

test('a migration and its record are saved together or not at all', async () => {
  const [pool] = await emptyDatabase();
  await pool!.query(`CREATE TABLE migrations (name text PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now(), CONSTRAINT cut CHECK (name NOT LIKE '0064%'))`);
  await assert.rejects(migrate(pool!), ({ cause }: Error) => {
    assert.match(String(cause), /violates check constraint "cut"/);
    return true;
  });
  const { rows } = await pool!.query(`SELECT to_regclass('public.revocations') AS revocations`);
  assert.deepEqual(rows, [{ revocations: null }]);
  await pool!.query('ALTER TABLE migrations DROP CONSTRAINT cut');
  assert.equal((await migrate(pool!))[0], '0064_revocations.sql');
});

test('a database of a newer version is refused with an explanation and stays unchanged', async () => {
  const [pool] = await emptyDatabase();
  await migrate(pool!);
  await pool!.query(`INSERT INTO migrations (name) VALUES ('9999_from_the_future.sql')`);
  await pool!.query(`DELETE FROM migrations WHERE name = $1`, [names.at(-1)]);
  const before = await describeSchema(pool!);
  await assert.rejects(migrate(pool!), (error: unknown) => {
    assert.ok(error instanceof DatabaseTooNew);
    assert.match(error.message, /made by a newer version .*9999_from_the_future.*Please update/);
    return true;
  });
  assert.equal(await describeSchema(pool!), before);
});

test('a refused start releases the lock', async () => {
  const [pool] = await emptyDatabase();
  await migrate(pool!);
  await pool!.query(`INSERT INTO migrations (name) VALUES ('9999_from_the_future.sql')`);
  await assert.rejects(migrate(pool!), DatabaseTooNew);
  // A moment later if the connection was closed to a pooler.
  await until('the lock to be released', async () => {
    const { rows } = await pool!.query<{ count: number }>(`
      SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE l.locktype = 'advisory' AND d.datname = current_database()`);
    return rows[0]?.count === 0;
  });
});

/** A pool that ends with the test file. */
function poolOf(url: string) {
  const pool = openPool(url, 1);
  after(() => pool.end());
  return pool;
}

test('the baseline makes the schema and the reference data of commit fd81c173', async () => {
  const pool = poolOf(await databaseBeforeBaseline());
  // Of `schema.sql` of that commit, without its heading.
  const digest = '39313e7c1857d94eea7fce703aabb33fc95dc085e916815b4303b6051cf3ad56';
  const schema = await describeSchema(pool);
  assert.equal(createHash('sha256').update(schema).digest('hex'), digest);
  const { rows } = await pool.query<{ name: string; count: number }>(`
    SELECT relname AS name, (xpath('/row/c/text()', query_to_xml(
      'SELECT count(*) AS c FROM ' || oid::regclass, false, true, '')))[1]::text::integer AS count
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`);
  assert.deepEqual(
    Object.fromEntries(
      rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]),
    ),
    {
      book_settings: 1,
      communication_lists: 5,
      company_info: 1,
      counters: 3,
      donation_types: 4,
      erasure_salt: 1,
      list_changes: 10,
      member_statuses: 5,
      member_types: 4,
      migrations: inBaseline,
    },
  );
});

test('a database with the migrations that the baseline contains is updated, and its rows stay', async () => {
  const pool = poolOf(await databaseBeforeBaseline());
  await pool.query(
    `INSERT INTO users (id, email, first_name, last_name, role, created_at)
     VALUES (gen_random_uuid(), 'naledi@example.org', 'Naledi', 'Dube', 'Admin', now())`,
  );
  const rowsOf = async (name: string) => (await pool.query(`SELECT * FROM ${name}`)).rows;
  const [types, applied] = [await rowsOf('member_types'), await rowsOf('migrations')];
  assert.deepEqual(await migrate(pool), names.slice(1));
  // Without a member or an invoice nobody has used the fees.
  const kept = types.map((type: object) => ({ ...type, fee_confirmed_at: null }));
  assert.deepEqual(await rowsOf('member_types'), kept);
  assert.deepEqual(
    (await rowsOf('users')).map((user: { role: string }) => user.role),
    ['Admin'],
  );
  assert.deepEqual((await rowsOf('migrations')).slice(0, inBaseline), applied);
  const [fresh] = await emptyDatabase();
  await migrate(fresh!);
  assert.equal(await describeSchema(pool), await describeSchema(fresh!));
  assert.deepEqual(await migrate(pool), []);
});

test('a database that lacks some of them is refused with an explanation and stays unchanged', async () => {
  const pool = poolOf(await databaseBeforeBaseline(inBaseline - 1));
  const before = await describeSchema(pool);
  const reason = /too old to be updated\. Start commit fd81c173 once on this database/;
  await assert.rejects(migrate(pool), (error: unknown) => {
    assert.ok(error instanceof DatabaseTooOld);
    assert.match(error.message, reason);
    return true;
  });
  assert.equal(await describeSchema(pool), before);
  const { rows } = await pool.query<{ count: number }>('SELECT count(*) FROM migrations');
  assert.equal(rows[0]?.count, inBaseline - 1);
});
