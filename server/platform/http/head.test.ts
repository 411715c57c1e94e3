import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { naledi, registered } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const thandi = await registered(app);

/** How many rows each table has, and its latest change. Expensive calls are counted, whatever the method. */
async function rowsOfTables() {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'rate_counts'`.execute(
    app.db,
  );
  const counts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ rows: string }>`
      SELECT count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) AS rows
      FROM ${sql.raw(name)}`.execute(app.db);
    return [name, rows[0]?.rows];
  });
  return Object.fromEntries(await Promise.all(counts));
}

test('a HEAD request gets the status and headers of a GET, and changes no row', async () => {
  const reads = (await allEndpoints()).filter(({ endpoint }) => endpoint.method === 'GET');
  assert.ok(reads.length > 30);
  for (const { name, endpoint } of reads) {
    const id = endpoint.path.includes('/invoices') ? thandi.invoiceId : thandi.memberId;
    const request = { url: urlOf(endpoint, id), headers: { authorization: `Bearer ${token}` } };
    const before = await rowsOfTables();
    const head = await app.fastify.inject({ ...request, method: 'HEAD' });
    assert.deepEqual(await rowsOfTables(), before, name);
    const get = await app.fastify.inject({ ...request, method: 'GET' });
    assert.equal(head.statusCode, get.statusCode, name);
    assert.equal(head.headers['content-type'], get.headers['content-type'], name);
    assert.equal(head.body, '', name);
  }
});

test('the export of personal data is recorded once it is sent, not for a HEAD request', async () => {
  const params = { id: thandi.memberId };
  const entries = async () =>
    app.db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'downloadHeldData')
      .execute();
  const before = (await entries()).length;
  const headers = { authorization: `Bearer ${token}` };
  const url = `/api/members/${thandi.memberId}/data`;
  assert.equal((await app.fastify.inject({ method: 'HEAD', url, headers })).statusCode, 200);
  assert.equal((await entries()).length, before);
  assert.equal((await callApi(app, downloadDataExport, { params }, { token })).status, 200);
  assert.equal((await entries()).length, before + 1);
});
