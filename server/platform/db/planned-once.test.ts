import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { makeTestDatabase } from '#test/support/database.ts';
import { plannedOnce } from './planned-once.ts';
import { openDb, openPool } from './pool.ts';

const database = await makeTestDatabase();
// One connection: its plans are its own.
const db = openDb(openPool(database.url, 1));
after(() => db.destroy());

test('a plan that was made for an empty table is made anew once the table has grown', async () => {
  await sql`CREATE TABLE grown (id int PRIMARY KEY, wide text NOT NULL)`.execute(db);
  const ask = () => sql`${plannedOnce} SELECT wide FROM grown WHERE id = ${1}`.execute(db);
  for (let times = 0; times < 10; times += 1) await ask();
  const { rows: plans } = await sql<{ name: string }>`
    SELECT name FROM pg_prepared_statements WHERE statement LIKE '%FROM grown%'`.execute(db);
  assert.equal(plans.length, 1, 'ten times asked, read once');
  await sql`INSERT INTO grown SELECT n, repeat('x', 100) FROM generate_series(1, 10000) AS n`.execute(
    db,
  );
  await sql`ANALYZE grown`.execute(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN EXECUTE ${sql.ref(plans[0]?.name ?? '')} (1)`.execute(db);
  assert.match(rows[0]?.['QUERY PLAN'] ?? '', /Index Scan using grown_pkey/);
});
