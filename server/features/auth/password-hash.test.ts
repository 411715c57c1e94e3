import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { Refused, sentences } from '#server/errors.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
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

test('a registration with a key holds no connection while its password waits to be hashed', async () => {
  const whole = await openTestApp();
  const db = openDb(openPool(whole.url, 1));
  const fastify = await buildApp({ ...whole, db });
  after(async () => {
    await fastify.close();
    await db.destroy();
  });
  const app = { ...whole, db, fastify };
  const body = await thandisForm(app);
  const order: string[] = [];
  const flood = concurrently(30, () => hashPassword('Secret123', 'flood'));
  const registering = callApi(app, register, { body }, { headers: { 'idempotency-key': 'once' } });
  const registered = registering.then(({ status }) => order.push(`registered ${status}`));
  await Promise.all([
    registered,
    // The registration has begun, and waits for its turn.
    ...[1, 2, 3].map(async () => {
      const { status } = await callApi(app, listMemberTypes, {});
      order.push(`listed ${status}`);
    }),
  ]);
  await flood;
  assert.deepEqual(order, ['listed 200', 'listed 200', 'listed 200', 'registered 200']);
});
