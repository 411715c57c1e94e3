import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { makeEmptyDatabase } from '#test/support/database.ts';
import { until } from '#test/support/outage.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { describeSchema } from './describe-schema.ts';
import { DatabaseTooNew, migrate, migrationNames, missingMigrations } from './migrate.ts';
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
  assert.equal(rows[0]!.count, 3, 'the reference data is there once');
  assert.deepEqual(await migrate(pools[3]!), [], 'and the next start has nothing to do');
});

test('a failed migration is rolled back, and the next start retries it', async () => {
  const [pool] = await emptyDatabase();
  // Conflicts with the last table of the second-to-last file.
  await pool!.query('CREATE TABLE idempotency_keys (taken boolean)');
  await assert.rejects(migrate(pool!), /idempotency_keys.* already exists/);
  const missing = await missingMigrations(pool!);
  assert.deepEqual(missing[0], '0005_mail_and_requests.sql');
  const { rows } = await pool!.query(`SELECT to_regclass('public.mails') AS mails`);
  assert.deepEqual(rows, [{ mails: null }]);
  await pool!.query('DROP TABLE idempotency_keys');
  assert.deepEqual(await migrate(pool!), missing);
});

test('a migration and its record are saved together or not at all', async () => {
  const [pool] = await emptyDatabase();
  await pool!.query(`CREATE TABLE migrations (name text PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now(), CONSTRAINT cut CHECK (name NOT LIKE '0003%'))`);
  await assert.rejects(migrate(pool!), { constraint: 'cut' });
  const { rows } = await pool!.query(`SELECT to_regclass('public.counters') AS counters`);
  assert.deepEqual(rows, [{ counters: null }]);
  await pool!.query('ALTER TABLE migrations DROP CONSTRAINT cut');
  assert.equal((await migrate(pool!))[0], '0003_company.sql');
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

/** An empty database of the version before the migration. */
async function databaseBefore(migration: string) {
  const [pool] = await emptyDatabase();
  await pool!.query('CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz)');
  for (const name of names.filter((each) => each < migration)) {
    await pool!.query(await readFile(new URL(`migrations/${name}`, import.meta.url), 'utf8'));
    await pool!.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
  }
  return pool!;
}

test('migration 0025 marks the payments that pay no record as credits', async () => {
  const pool = await databaseBefore('0025');
  await pool.query(`
    INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id, amount_cents,
      created_at) SELECT gen_random_uuid(), 1, '', '', '', id, 500, now() FROM donation_types LIMIT 1`);
  await pool.query(`
    INSERT INTO payments (id, donation_id, amount_cents, paid_on, recorded_at, method, source,
      external_reference) SELECT gen_random_uuid(), donations.id, 500, now(), now(), 'EFT', 'payfast', n
    FROM donations, unnest('{first,second}'::text[]) AS n`);
  await pool.query(`UPDATE donations SET payment_id =
    (SELECT id FROM payments WHERE external_reference = 'first')`);
  await migrate(pool);
  const { rows } = await pool.query(
    'SELECT external_reference AS reference, credit_cents FROM payments ORDER BY 1',
  );
  assert.deepEqual(rows, [
    { reference: 'first', credit_cents: 0 },
    { reference: 'second', credit_cents: 500 },
  ]);
});

test('migration 0061 keeps the words of payers with the living matches', async () => {
  const pool = await databaseBefore('0061');
  const id = `('00000000-0000-0000-0000-00000000000' || n)::uuid`;
  const one = `'00000000-0000-0000-0000-000000000001'`;
  const lines = `(VALUES (1, 'MAGTAPE DON-00001 J O''SMITH'), (2, 'OSMITH'), (3, 'OTHER'), (4, 'J OSMITH'))
    AS l (n, text)`;
  await pool.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id, amount_cents,
      created_at) VALUES (${one}, 1, '', '', 'Smith@example.org', ${one}, 500, now());
    INSERT INTO bank_payers (id, payer_key, email, times, confirmed_at)
      SELECT gen_random_uuid(), key, 'smith@example.org', 2, now()
      FROM unnest('{osmith,j osmith}'::text[]) AS key;
    INSERT INTO bank_lines (id, account_id, statement_id, row_number, day, amount_cents, text,
      reference, kind, normal_text, occurrence)
      SELECT ${id}, ${one}, ${one}, n, '2027-03-01', 500, text, '', '', text, 1 FROM ${lines};
    INSERT INTO payments (id, donation_id, amount_cents, paid_on, recorded_at, method, source)
      SELECT ${id}, ${one}, 500, now(), now(), 'EFT', 'administrator' FROM ${lines};
    INSERT INTO bank_matches (id, line_id, kind, amount_cents, payment_id, certainty, why, recorded_at,
      recorded_by, reversed_at, reversed_by, reversed_reason)
      SELECT ${id}, ${id}, 'recorded', 500, ${id}, 'none', 'x', now(), ${one},
        CASE WHEN n = 4 THEN now() END, CASE WHEN n = 4 THEN ${one}::uuid END,
        CASE WHEN n = 4 THEN 'x' END FROM ${lines};
    INSERT INTO member_merges (id, kept_id, merged_id, merged_at, merged_by, record_ids, changes)
      VALUES (${one}, ${one}, gen_random_uuid(), now(), ${one}, '{}',
        '[{"table": "users"}, {"table": "bank_payers"}, {"table": "members"}]');
    COMMIT`);
  await migrate(pool);
  const { rows } = await pool.query('SELECT payer_key FROM bank_matches ORDER BY id');
  assert.deepEqual(
    rows.map(({ payer_key }) => payer_key),
    ['j osmith', 'osmith', null, null],
  );
  const left = await pool.query(
    `SELECT changes, (SELECT count(*) FROM bank_payers) FROM member_merges`,
  );
  assert.deepEqual(left.rows, [{ changes: [{ table: 'users' }, { table: 'members' }], count: 0 }]);
});
