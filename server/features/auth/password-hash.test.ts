import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import { register } from '#contract/registration/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { Refused, sentences } from '#server/errors.ts';
import { openPool } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { thandisForm } from '#test/support/people.ts';
import { hashPassword } from './password-hash.ts';

test('a client that asks for many hashes at once is refused, and others still get theirs', async () => {
  const flood = concurrently(80, () => hashPassword('Secret123', 'flood'));
  const other = await hashPassword('Secret123', 'other');
  assert.match(other, /^\$argon2id\$/);
  const refusals = failed(await flood);
  // Two run, and half of the queue of a hundred waits.
  assert.equal(refusals.length, 80 - 2 - 50);
  for (const error of refusals) {
    assert.ok(error instanceof Refused);
    assert.deepEqual([error.status, error.message], [429, sentences.tooManyWaiting]);
  }
});

test('a registration with a key hashes its password before its transaction begins', async () => {
  const whole = await openTestApp();
  const order: string[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(whole.url, 1) }),
    log: ({ query }) => void order.push(query.sql),
  });
  const fastify = await buildApp({ ...whole, db });
  after(async () => {
    await fastify.close();
    await db.destroy();
  });
  const body = await thandisForm(whole);
  // Argon2 runs as native work, which its binding gives no name.
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'undefined') order.push('hash');
    },
  }).enable();
  const headers = { 'idempotency-key': 'once' };
  const { status } = await callApi({ ...whole, db, fastify }, register, { body }, { headers });
  hook.disable();
  assert.equal(status, 200);
  const key = order.findIndex((statement) => statement.includes('idempotency_keys'));
  assert.ok(key > 0, 'the key is stored');
  assert.ok(order.slice(0, key).includes('hash'), order.join('\n'));
  assert.ok(!order.slice(key).includes('hash'));
});
