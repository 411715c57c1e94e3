import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const watched = await openTestApp({
  METRICS_FROM: '10.0.0.7, 192.168.0.0/16, fd00::/8',
  TRUST_PROXY: '127.0.0.1',
});

const metrics = async (remoteAddress: string, forwarded?: string, to = app) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await to.fastify.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
};

test('alive and ready', async () => {
  for (const url of ['/healthz', '/readyz']) {
    const reply = await app.fastify.inject(url);
    assert.deepEqual([reply.statusCode, reply.json()], [200, { success: true }]);
  }
});

test('a database that lacks a migration is not ready, and one that a newer version has migrated is', async () => {
  const status = async () => (await app.fastify.inject('/readyz')).statusCode;
  await sql`INSERT INTO migrations (name) VALUES ('9999_later.sql')`.execute(app.db);
  assert.equal(await status(), 200);
  await sql`UPDATE migrations SET name = 'other.sql' WHERE name = (SELECT min(name) FROM migrations)`.execute(
    app.db,
  );
  assert.equal(await status(), 503);
});

test('the metrics are labelled with routes, not with URLs, which may contain personal data', async () => {
  await app.fastify.inject('/api/users/check-email?email=thandi%40example.org');
  await app.fastify.inject('/api/invoices/5f0c2a52-0000-4000-8000-000000000000');
  await app.fastify.inject('/some/page/of/thandi');
  const { body, headers } = await app.fastify.inject('/metrics');
  assert.match(String(headers['content-type']), /^text\/plain/);
  assert.match(
    body,
    /http_requests_total\{method="GET",route="\/api\/users\/check-email",status="200"\} 1/,
  );
  assert.match(body, /http_request_seconds_bucket/);
  assert.doesNotMatch(body, /thandi|5f0c2a52/);
});

test('the metrics are available only on this machine', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    assert.equal(await metrics(address), 200, address);
  }
  for (const address of ['203.0.113.9', '10.0.0.7', '2001:db8::1', '::ffff:10.0.0.7']) {
    assert.equal(await metrics(address), 404, address);
  }
});

test('a spoofed header opens nothing, nor does a proxy on this machine that nobody named', async () => {
  assert.equal(await metrics('203.0.113.9', '127.0.0.1'), 404);
  assert.equal(await metrics('127.0.0.1', '203.0.113.9'), 404);
  assert.equal(await metrics('127.0.0.1', '127.0.0.1'), 404);
});

test('METRICS_FROM opens it to addresses and ranges, also behind a believed proxy', async () => {
  for (const address of ['10.0.0.7', '192.168.3.4', 'fd12::1', '::ffff:10.0.0.7', '127.0.0.1']) {
    assert.equal(await metrics(address, undefined, watched), 200, address);
    assert.equal(
      await metrics('127.0.0.1', `1.2.3.4, ${address}`, watched),
      address === '127.0.0.1' ? 404 : 200,
      address,
    );
  }
  for (const address of ['10.0.0.8', '203.0.113.9', 'fe80::1', 'garbage']) {
    assert.equal(await metrics('127.0.0.1', address, watched), 404, address);
  }
  assert.equal(await metrics('203.0.113.9', '10.0.0.7', watched), 404);
});
