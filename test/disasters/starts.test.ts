import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { describeSchema } from '#server/platform/db/describe-schema.ts';
import { migrate, migrationNames } from '#server/platform/db/migrate.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { query, temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { makeEmptyDatabase, makeTestDatabase } from '#test/support/database.ts';
import { sharedSettings, signIn, startInstallation } from '#test/support/disasters/installation.ts';
import { startLoad } from '#test/support/disasters/load.ts';
import { assertPolite, countLosses, report } from '#test/support/disasters/losses.ts';
import { until } from '#test/support/outage.ts';
import { freePort, startProgram } from '#test/support/program.ts';

const donations = 2000;
/** The state of the oldest installation that can update, and the migration in whose middle the start is killed. */
const [baseline = '', ...later] = await migrationNames();
const killedIn = later.at(-1);

/** A database of an earlier version with donations, of which half are paid. */
async function oldDatabase(t: Parameters<typeof startProgram>[0]): Promise<string> {
  const { url, drop } = await makeEmptyDatabase();
  t.after(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const file = new URL(`../../server/platform/db/migrations/${baseline}`, import.meta.url);
  await client.query(await readFile(file, 'utf8'));
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [baseline]);
  await client.query(`
    INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id, amount_cents,
      created_at)
    SELECT gen_random_uuid(), n, 'Sipho', 'Nkosi', n || '@example.org', t.id, 100 * n, now()
    FROM generate_series(1, ${donations}) AS n, (SELECT id FROM donation_types LIMIT 1) AS t`);
  await client.query(`
    INSERT INTO payments (id, donation_id, amount_cents, counted_cents, paid_on, recorded_at, method, source)
    SELECT gen_random_uuid(), id, amount_cents, amount_cents, now(), now(), 'EFT', 'administrator'
    FROM donations WHERE number % 2 = 0`);
  await client.end();
  return url;
}

async function contentOf(url: string) {
  const [row] = await query(
    url,
    `SELECT (SELECT count(*) FROM donations) AS donations, (SELECT count(*) FROM payments) AS payments,
       (SELECT sum(amount_cents) FROM donations) AS cents`,
  );
  return row ?? {};
}

async function schemaOf(url: string): Promise<string> {
  const pool = openPool(url, 1);
  const schema = await describeSchema(pool);
  await pool.end();
  return schema;
}

test('a start that is killed half way through a migration changes nothing, and the next one completes it @full', async (t) => {
  const url = await oldDatabase(t);
  const before = await contentOf(url);
  // The last statement of a migration waits for this row, which is not committed.
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('INSERT INTO migrations (name) VALUES ($1)', [killedIn]);
  const settings = {
    ...sharedSettings,
    DATABASE_URL: url,
    DATA_DIR: join(await temporaryFolder(t), 'data'),
  };
  const killed = startProgram(t, { ...settings, PORT: await freePort() });
  await until('the migration', async () => {
    const [row] = await query(
      url,
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
         AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO migrations%'`,
    );
    return Number(row?.['count']) > 0;
  });
  killed.kill('SIGKILL');
  assert.equal(await killed.exited, 'SIGKILL');
  await holder.query('ROLLBACK');
  await holder.end();
  const applied = await until('the end of its transaction', async () => {
    const rows = await query(url, 'SELECT name FROM migrations ORDER BY name');
    const [left] = await query(
      url,
      `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return Number(left?.['count']) === 0 && rows.map(({ name }) => String(name));
  });
  assert.ok(
    applied.length > 1 && !applied.includes(killedIn ?? ''),
    'the migration was rolled back',
  );
  assert.deepEqual(await contentOf(url), before);

  const next = await startInstallation(t, settings);
  assert.deepEqual(await contentOf(url), before);
  const fresh = await makeEmptyDatabase();
  t.after(fresh.drop);
  const pool = openPool(fresh.url, 1);
  await migrate(pool);
  await pool.end();
  assert.equal(await schemaOf(url), await schemaOf(fresh.url));
  next.kill('SIGTERM');
  assert.equal(await next.exited, 0);
  report(t, {
    donations: Number(before['donations']),
    payments: Number(before['payments']),
    lost: 0,
  });
});

test('of two starts at once on a new data folder, one runs and the other says why it does not @full', async (t) => {
  const DATA_DIR = join(await temporaryFolder(t), 'data');
  const ports = [await freePort(), await freePort()];
  const both = ports.map((PORT) => startProgram(t, { ...sharedSettings, PORT, DATA_DIR }));
  const outcomes = await Promise.all(
    both.map((program) =>
      program.running().then(
        () => 'runs',
        () => program.exited,
      ),
    ),
  );
  assert.deepEqual(new Set(outcomes), new Set([1, 'runs']));
  const refused = both[outcomes.indexOf(1)];
  assert.match(
    refused?.said() ?? '',
    /is in use by an application that is still running\. Stop that one first/,
  );
  const winner = both[outcomes.indexOf('runs')];
  winner?.kill('SIGTERM');
  assert.equal(await winner?.exited, 0);
  report(t, { starts: 2, running: 1, refused: 1 });
});

test('two starts at once on an empty database server share one organisation and one administrator @full', async (t) => {
  const { url, drop } = await makeEmptyDatabase();
  const both = await Promise.all([1, 2].map(() => startInstallation(t, { DATABASE_URL: url })));
  const [counts] = await query(
    url,
    `SELECT (SELECT count(*)::int FROM users) AS administrators,
       (SELECT count(*)::int FROM company_info) AS organisations,
       (SELECT count(*)::int FROM migrations) AS migrations`,
  );
  const expected = {
    administrators: 1,
    organisations: 1,
    migrations: (await migrationNames()).length,
  };
  assert.deepEqual(counts, expected);
  for (const app of both) {
    await signIn(app.url);
    app.kill('SIGTERM');
    assert.equal(await app.exited, 0);
  }
  await drop();
  report(t, { starts: 2, running: 2, ...expected });
});

test('an older version goes on beside newer data, and is refused when it starts @full', async (t) => {
  const { url, drop } = await makeTestDatabase();
  const older = await startInstallation(t, { DATABASE_URL: url });
  const load = await startLoad(t, older.url, await signIn(older.url));
  await load.more(5);
  await query(url, `INSERT INTO migrations (name) VALUES ('9999_from_the_future.sql')`);
  await load.more(20);
  assert.equal((await fetch(`${older.url}/readyz`)).status, 200);
  await load.stop();
  assertPolite(load);
  older.kill('SIGTERM');
  assert.equal(await older.exited, 0);
  const before = await schemaOf(url);
  const DATA_DIR = join(await temporaryFolder(t), 'data');
  const refused = startProgram(t, {
    ...sharedSettings,
    DATABASE_URL: url,
    DATA_DIR,
    PORT: await freePort(),
  });
  assert.equal(await refused.exited, 1);
  assert.match(
    refused.said(),
    /made by a newer version of the application .*Please update the application\./,
  );
  assert.doesNotMatch(refused.said(), /\n {4}at /);
  assert.equal(await schemaOf(url), before);
  report(t, await countLosses(url, load));
  await drop();
});
