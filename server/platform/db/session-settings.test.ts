import assert from 'node:assert/strict';
import test, { after, mock, type TestContext } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { findSession } from '#server/features/auth/sessions.ts';
import { openLog } from '#server/log.ts';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { openToAll } from '#server/platform/embedded-postgres/open-to-all.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { openQueueConnections } from '#server/platform/jobs/queue-connections.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { openDb, openPool } from './pool.ts';
import { allowLongStatements } from './session-settings.ts';

const app = await openTestApp();
const { token } = await naledi(app);

const expected = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '8s',
  lock_timeout: '10s',
  synchronous_commit: 'on',
};

async function inForce(ask: (text: string) => Promise<{ rows: { value: string }[] }>) {
  const values: Record<string, string> = {};
  for (const name of Object.keys(expected)) {
    values[name] = (await ask(`SELECT current_setting('${name}') AS value`)).rows[0]?.value ?? '';
  }
  return values;
}

test('the limits are in force on each connection, whatever the database has as its default', async () => {
  const name = new URL(app.url).pathname.slice(1);
  await sql`ALTER DATABASE ${sql.ref(name)} SET synchronous_commit = off`.execute(app.db);
  await sql`ALTER DATABASE ${sql.ref(name)} SET lock_timeout = 0`.execute(app.db);
  const pool = openPool(app.url);
  const queue = openQueueConnections(app.url);
  after(() => Promise.all([pool.end(), queue.close()]));
  assert.deepEqual(await inForce((text) => pool.query(text)), expected);
  assert.deepEqual(await inForce((text) => queue.executeSql(text)), expected);
});

function textOf([asked]: readonly unknown[]): string {
  return typeof asked === 'string' ? asked : String((asked as { text?: unknown }).text);
}

test('each connection of the pool and of the queue, also that for notifications, begins with the settings', async () => {
  const query = mock.method(pg.Client.prototype, 'query');
  after(() => mock.reset());
  const queue = await startQueue(app.url, openLog('silent'));
  const db = openDb(openPool(app.url));
  await db.selectFrom('users').select('id').execute();
  const calls = query.mock.calls.map((call) => ({
    client: call.this,
    text: textOf(call.arguments),
  }));
  const firstOf = Map.groupBy(calls, ({ client }) => client)
    .values()
    .map(([first]) => first?.text ?? '')
    .toArray();
  assert.ok(calls.some(({ text }) => text.startsWith('LISTEN ')));
  assert.ok(firstOf.length >= 3, `${firstOf.length} connections`);
  for (const text of firstOf) {
    assert.match(text, /SET statement_timeout = .*SET tcp_keepalives_idle = .*synchronous_commit/);
  }
  await db.destroy();
  await queue.stop();
  mock.reset();
});

/** The test database, if it is reached through the network, else one that is. */
async function openOverNetwork(t: TestContext) {
  const isPooled = process.env['TEST_SERVER_URL'] !== undefined;
  if (!isPooled && !new URL(app.url).searchParams.has('host'))
    return { url: app.url, stop: async () => {} };
  // Only this process uses this address, so the port is free.
  const dataDir = await temporaryFolder(t);
  const settings = { listen_addresses: '127.0.0.9', ...(await openToAll(dataDir)) };
  const { stop } = await startEmbeddedPostgres({ dataDir, settings });
  return { url: 'postgresql://postgres@127.0.0.9/membership', stop };
}

test('connections through the network end soon after the machine at the other end is gone', async (t) => {
  if (process.platform !== 'linux') return t.skip('other systems have no second loopback address');
  const { url, stop } = await openOverNetwork(t);
  const pool = openPool(url, 1);
  const values = [];
  for (const name of [
    'keepalives_idle',
    'keepalives_interval',
    'keepalives_count',
    'user_timeout',
  ]) {
    const text = `SELECT current_setting('tcp_${name}') AS value`;
    values.push((await pool.query<{ value: string }>(text)).rows[0]?.value);
  }
  await pool.end();
  await stop();
  assert.deepEqual(values, ['10', '3', '3', '20000']);
});

/** The same application with much shorter limits. */
async function withLimits(limits: string) {
  const pool = openPool(app.url, 2);
  pool.on('connect', (client) => void client.query(limits));
  const db = openDb(pool);
  const authenticate = (session: string, at: Date) => findSession(db, at, app.secret, session);
  const fastify = await buildApp({ ...app, db, authenticate });
  after(async () => {
    await fastify.close();
    await db.destroy();
  });
  return { ...app, db, fastify, authenticate };
}

const assertUnavailable = (reply: { status: number; headers: Record<string, unknown> }) =>
  assert.deepEqual([reply.status, reply.headers['retry-after']], [503, '5']);

const invoice = {
  userFirstName: 'Sipho',
  userLastName: 'Nkosi',
  userEmail: 'sipho@example.org',
  line: 'A book',
  amount: 120,
  paymentType: 'EFT',
} as const;

test('a call that waits too long for a lock is a 503, and works when it is free', async () => {
  const limited = await withLimits(`SET lock_timeout = '200ms'`);
  const holder = new pg.Client({ connectionString: app.url });
  await holder.connect();
  after(() => holder.end());
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM counters WHERE name = 'invoice' FOR UPDATE`);
  const call = () => callApi(limited, createInvoice, { body: invoice }, { token });
  assertUnavailable(await call());
  await holder.query('ROLLBACK');
  assert.equal((await call()).status, 201);
});

test('a call with a statement that takes too long is a 503', async () => {
  const limited = await withLimits(`SET statement_timeout = '200ms'`);
  const holder = new pg.Client({ connectionString: app.url });
  await holder.connect();
  after(() => holder.end());
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE members IN ACCESS EXCLUSIVE MODE');
  const call = () => callApi(limited, searchMembers, { body: {} }, { token });
  assertUnavailable(await call());
  await holder.query('ROLLBACK');
  assert.equal((await call()).status, 200);
});

test('a transaction that is left open ends, and a later call on that connection works', async () => {
  const limited = await withLimits(`SET idle_in_transaction_session_timeout = '200ms'`);
  const left = limited.db.transaction().execute(async (db) => {
    await db.selectFrom('users').select('id').execute();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await db.selectFrom('users').select('id').execute();
  });
  await assert.rejects(left);
  const reply = await callApi(limited, searchMembers, { body: {} }, { token });
  assert.equal(reply.status, 200);
});

test('statements over all members get longer limits until the end of their transaction', async () => {
  const limited = await withLimits(`SET statement_timeout = '200ms'`);
  const slow = sql`SELECT pg_sleep(0.5)`;
  await assert.rejects(slow.execute(limited.db));
  await limited.db.transaction().execute(async (db) => {
    await allowLongStatements(db);
    await slow.execute(db);
  });
  await assert.rejects(allowLongStatements(limited.db), /need a transaction/);
  await assert.rejects(slow.execute(limited.db));
});
