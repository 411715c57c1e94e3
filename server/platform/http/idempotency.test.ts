import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, thandisForm } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { deleteExpired } from '#server/platform/jobs/delete-expired.ts';

const app = await openTestApp();

const keyed = (key: string, token?: string) => ({
  headers: { 'idempotency-key': key },
  ...(token === undefined ? {} : { token }),
});

async function countOf(table: 'members' | 'invoices' | 'mails' | 'idempotency_keys') {
  const { count } = await app.db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

test('twenty concurrent requests with one key create one registration, invoice and mail', async () => {
  const body = await thandisForm(app);
  const before = [await countOf('members'), await countOf('invoices'), await countOf('mails')];
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => callApi(app, register, { body }, keyed('one'))),
  );
  assert.deepEqual(new Set(replies.map((reply) => reply.status)), new Set([200]));
  assert.equal(new Set(replies.map((reply) => reply.text)).size, 1);
  assert.ok(replies[0]?.data.invoiceId);
  const after = [await countOf('members'), await countOf('invoices'), await countOf('mails')];
  assert.deepEqual(
    after.map((count, index) => count - (before[index] ?? 0)),
    [1, 1, 1],
  );
});

test('the same key with another body is a 409, also while the first request is running', async () => {
  const first = await thandisForm(app, { email: 'first@example.org' });
  const second = await thandisForm(app, { email: 'second@example.org' });
  const replies = await Promise.all([
    callApi(app, register, { body: first }, keyed('two')),
    callApi(app, register, { body: second }, keyed('two')),
  ]);
  assert.deepEqual(
    replies.map((reply) => reply.status).toSorted((one, other) => one - other),
    [200, 409],
  );
  const loser = replies.find((reply) => reply.status === 409);
  assert.equal(loser?.message, 'This Idempotency-Key was used for another request.');
});

test('a failure is not stored: after a correction, the same key works', async () => {
  const wrong = await thandisForm(app, { email: 'third@example.org', fee: 1 });
  assert.equal((await callApi(app, register, { body: wrong }, keyed('three'))).status, 400);
  const right = await thandisForm(app, { email: 'third@example.org', fee: 450 });
  assert.equal((await callApi(app, register, { body: right }, keyed('three'))).status, 200);
});

test('without a key, a second registration is refused because the email exists', async () => {
  const body = await thandisForm(app, { email: 'fourth@example.org' });
  assert.equal((await callApi(app, register, { body })).status, 200);
  assert.equal((await callApi(app, register, { body })).status, 409);
});

test('a key is separate per caller and per endpoint', async () => {
  const { invoiceId } = await registered(app, { email: 'fifth@example.org' });
  const params = { id: invoiceId };
  const [one, other] = [await naledi(app), await naledi(app)];
  for (const { token } of [one, other, one]) {
    const reply = await callApi(app, processInvoicePayment, { params }, keyed('four', token));
    assert.deepEqual([reply.status, reply.data.isPaid], [200, true]);
  }
  const keys = await app.db
    .selectFrom('idempotency_keys')
    .where('key', '=', 'four')
    .select(['caller', 'call'])
    .execute();
  assert.deepEqual(keys.map((row) => row.caller).toSorted(), [one.id, other.id].toSorted());
  const body = await thandisForm(app, { email: 'sixth@example.org' });
  assert.equal((await callApi(app, register, { body }, keyed('four'))).status, 200);
});

test('a key is bound to the URL, so another record is a different input', async () => {
  const { token } = await naledi(app);
  const people = await Promise.all(
    ['a@example.org', 'b@example.org'].map((email) => registered(app, { email })),
  );
  const statuses = [];
  for (const { invoiceId } of people) {
    const params = { id: invoiceId };
    statuses.push(
      (await callApi(app, processInvoicePayment, { params }, keyed('5', token))).status,
    );
  }
  assert.deepEqual(statuses, [200, 409]);
});

test('an invalid key is a 400 and has no effect', async () => {
  const before = await countOf('members');
  for (const key of ['', ' ', 'a b', 'x'.repeat(201), 'ü', 'a, b']) {
    const body = await thandisForm(app, { email: 'nobody@example.org' });
    const reply = await callApi(app, register, { body }, keyed(key));
    assert.deepEqual(
      [reply.status, reply.message],
      [400, 'An Idempotency-Key is 1 to 200 visible characters.'],
    );
  }
  assert.equal(await countOf('members'), before);
});

test('the stored record does not reveal a password, even by brute force', async () => {
  const body = await thandisForm(app, { email: 'seventh@example.org' });
  await callApi(app, register, { body }, keyed('six'));
  const { body_hash } = await app.db
    .selectFrom('idempotency_keys')
    .where('key', '=', 'six')
    .select('body_hash')
    .executeTakeFirstOrThrow();
  const kept = JSON.stringify([undefined, register.body.parse(body)]);
  assert.match(kept, /Secret123/);
  const plain = createHash('sha256').update(kept).digest();
  assert.notDeepEqual(body_hash, plain);
});

test('replies are stored for a day by the application’s clock and then deleted', async () => {
  const body = await thandisForm(app, { email: 'eighth@example.org' });
  const first = await callApi(app, register, { body }, keyed('seven'));
  app.clock.set('2027-03-11T07:59:59Z');
  await deleteExpired(app.ctx());
  const again = await callApi(app, register, { body }, keyed('seven'));
  assert.deepEqual([again.status, again.text], [200, first.text]);
  app.clock.set('2027-03-11T08:00:00Z');
  await deleteExpired(app.ctx());
  assert.equal(await countOf('idempotency_keys'), 0);
  assert.equal((await callApi(app, register, { body }, keyed('seven'))).status, 409);
});
