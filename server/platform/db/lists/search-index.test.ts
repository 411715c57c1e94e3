import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import { openPool } from '../pool.ts';
import type { Tables } from '../tables.ts';
import { openTestApp } from '#test/support/app.ts';
import { searchNotificationRows } from '#server/features/payments/notifications/queries.ts';

const app = await openTestApp();
// Disables the plans for small tables, so that a query needs a matching index.
const off = ['seqscan', 'indexscan', 'indexonlyscan'].map((way) => `SET enable_${way} = off`);
const pool = openPool(app.url, 2);
pool.on('connect', (client) => void client.query(off.join('; ')));
const asked: CompiledQuery[] = [];
const dialect = new PostgresDialect({ pool });
const db = new Kysely<Tables>({ dialect, log: ({ query }) => void asked.push(query) });
after(() => db.destroy());

async function uses(index: string, search: () => Promise<unknown>) {
  asked.length = 0;
  await search();
  const queries = [...asked];
  assert.equal(queries.length, 1, 'the page and the count at once');
  for (const query of queries) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>({
      ...query,
      sql: `EXPLAIN ${query.sql}`,
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, new RegExp(`Bitmap Index Scan on ${index}\\b`));
  }
}

test('every search of notifications has an index', async () => {
  const recordId = '0b7c1f7e-8a44-4d5d-9a0e-2f0d7f2f6a11';
  await uses('card_notifications_record', () => searchNotificationRows(db, { recordId }).page());
  const providerId = '1089250';
  await uses('card_notifications_provider', () =>
    searchNotificationRows(db, { providerId }).page(),
  );
});
