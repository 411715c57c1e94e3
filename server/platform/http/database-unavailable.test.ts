import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import test, { after } from 'node:test';
import * as auth from '#contract/auth/endpoints.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { register as registerCall } from '#contract/registration/endpoints.ts';
import { register } from '#server/features/registration/register.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, thandisForm } from '#test/support/people.ts';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { breakConnections, bringBack, takeAway, until } from '#test/support/outage.ts';
import { openTestApp } from '#test/support/app.ts';
import { startWorkers } from '#server/workers.ts';

const app = await openTestApp();
const workers = await startWorkers(app);
after(() => workers.stop());
const admin = await naledi(app);
const endpoints = await allEndpoints();

const bodies = new Map<EndpointShape, object>([
  [auth.login, { email: 'a@example.org', password: 'Secret123' }],
  [auth.forgotPassword, { email: 'a@example.org' }],
  [auth.resetPassword, { email: 'a@example.org', token: 'x', newPassword: 'Secret123' }],
  [registerCall, await thandisForm(app)],
]);

const call = (endpoint: EndpointShape) =>
  app.fastify.inject({
    method: endpoint.method,
    url: `${urlOf(endpoint, randomUUID())}?email=a%40example.org`,
    headers: { authorization: `Bearer ${admin.token}` },
    ...(endpoint.body ? { payload: bodies.get(endpoint) ?? {} } : {}),
  });

/** The recipients of all mails, once per mail. */
function mailed(): string[] {
  return globSync('outbox/*.eml', { cwd: app.dataDir })
    .map((name) => readFileSync(`${app.dataDir}/${name}`, 'utf8'))
    .map((text) => /^To: .*?([\w.-]+@[\w.-]+)/m.exec(text)?.[1] ?? '')
    .toSorted((one, other) => one.localeCompare(other));
}

test('broken connections are replaced, and a request fails at most with a 503', async () => {
  const transaction = app.db.transaction().execute(async (db) => {
    await db.selectFrom('users').select('id').execute();
    // Between two statements, while the connection is idle.
    await breakConnections(app.url);
    await until('the connection to be gone', () =>
      db
        .selectFrom('users')
        .select('id')
        .execute()
        .then(
          () => false,
          () => true,
        ),
    );
  });
  await assert.rejects(transaction);
  await until('the application to serve again', async () => {
    const { statusCode, headers } = await call(endpoints[0]?.endpoint ?? getInvoice);
    if (statusCode === 503) assert.equal(headers['retry-after'], '5');
    return statusCode !== 503;
  });
});

test('without the database every request gets a 503 within 5 seconds, and later everything works', async () => {
  const soon = { ...app.queue };
  soon.enqueue = (db, name, data) => app.queue.enqueue(db, name, data, 3);
  await register({ ...app.ctx(), queue: soon }, await thandisForm(app));
  await takeAway(app.url);

  await Promise.all(
    endpoints.map(async ({ endpoint, name }) => {
      const start = performance.now();
      const reply = await call(endpoint);
      assert.deepEqual(
        [reply.statusCode, reply.headers['retry-after'], reply.json()],
        [
          503,
          '5',
          {
            success: false,
            message: 'The service is not available for a moment. Please try again.',
          },
        ],
        name,
      );
      assert.ok(performance.now() - start < 5000, name);
    }),
  );
  assert.equal((await app.fastify.inject('/healthz')).statusCode, 200);
  const ready = await app.fastify.inject('/readyz');
  assert.deepEqual([ready.statusCode, ready.headers['retry-after']], [503, '5']);
  assert.equal((await app.fastify.inject('/api/nothing')).statusCode, 404);

  await bringBack(app.url);
  assert.equal((await app.fastify.inject('/readyz')).statusCode, 200);
  const pieter = await thandisForm(app, { email: 'pieter@example.org' });
  assert.equal((await callApi(app, registerCall, { body: pieter })).status, 200);
  // The outage may have interrupted the first mail, and the failure may be recorded at any time after
  // it. The next attempt comes minutes later, by a clock that stands still by itself.
  const stepMs = 10_000;
  const bothMails = () => {
    app.clock.set(new Date(app.clock.now().getTime() + stepMs).toISOString());
    return mailed().length >= 2;
  };
  await until('both mails', bothMails, 60_000);
  assert.deepEqual(mailed(), ['pieter@example.org', 'thandi@example.org']);
});

test('a request that got a 503 has saved nothing', async () => {
  const before = await app.db.selectFrom('members').select('id').execute();
  await takeAway(app.url);
  const body = await thandisForm({ ...app, db: app.db }, { email: 'sipho@example.org' }).catch(
    () => null,
  );
  assert.equal(body, null);
  await bringBack(app.url);
  await registered(app, { email: 'sipho@example.org' });
  const after = await app.db.selectFrom('members').select('id').execute();
  assert.equal(after.length, before.length + 1);
});
