import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { getPaymentForm } from '#contract/payments/endpoints.ts';
import { encodeFields } from '#server/platform/payfast/fields.ts';
import { sentences } from '#server/errors.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { registered } from '#test/support/people.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { until } from '#test/support/outage.ts';
import { notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { openTestApp } from '#test/support/app.ts';
import { notificationDepsOf, processNotification } from './process-notification.ts';

const provider = await openProvider();
const settings = { PAYFAST_VALIDATE_URL: provider.url };
const app = await openTestApp(settings);
const badlySigned = (recordId: string, changes = {}) => signed(toldOf(recordId, changes), 'wrong');

async function queuedJobs({ db } = app): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM pgboss.job WHERE name = 'judge-notification'`.execute(db);
  return rows[0]!.count;
}

async function rowsFor(recordId: string) {
  return app.db
    .selectFrom('card_notifications')
    .selectAll()
    .where('record_id', '=', recordId)
    .execute();
}

async function verdictsFor(recordId: string) {
  const verdicts: Record<string, number> = {};
  for (const { verdict } of await rowsFor(recordId)) {
    verdicts[verdict ?? 'waiting'] = (verdicts[verdict ?? 'waiting'] ?? 0) + 1;
  }
  return verdicts;
}

test('a badly signed notification is refused on arrival, with the checks that the job would store', async () => {
  for (const [recordId, changes] of [
    [await pledged(app), {}],
    [await pledged(app), { payment_status: 'CANCELLED', amount_gross: '0.00' }],
    [await pledged(app), { merchant_id: '1' }],
    [randomUUID(), { amount_gross: 'x' }],
  ] as const) {
    const from = '203.0.113.9';
    await notify(app, 'donation', badlySigned(recordId, changes), { from });
    const [onArrival] = await rowsFor(recordId);
    assert.equal(onArrival?.verdict, 'refused');
    await app.db
      .updateTable('card_notifications')
      .set({ verdict: null, judged_at: null, checks: '[]', attempts: 0 })
      .set({ next_attempt_at: app.clock.now() })
      .where('id', '=', onArrival.id)
      .execute();
    await processNotification(notificationDepsOf(app), onArrival.id);
    assert.deepEqual(await rowsFor(recordId), [onArrival]);
  }
  assert.equal(await queuedJobs(), 0);
  assert.equal(provider.asked.length, 0);
});

test('60 badly signed notifications per minute are accepted from a client, and signed ones are not limited', async () => {
  const limited = await openTestApp({ ...settings, RATE_LIMITS: 'on' });
  const id = await pledged(limited);
  const post = (body: string, from = '203.0.113.9') => notify(limited, 'donation', body, { from });
  const count = async () =>
    (await limited.db.selectFrom('card_notifications').select('id').execute()).length;
  for (let tens = 0; tens < 6; tens++) {
    const replies = succeeded(await concurrently(10, () => post(badlySigned(id))));
    assert.deepEqual(
      replies.map(({ statusCode }) => statusCode),
      Array(10).fill(200),
    );
  }
  for (const body of [badlySigned(id), '', 'a=b']) {
    const reply = await post(body);
    assert.equal(reply.statusCode, 429);
    assert.equal(reply.json<{ message: string }>().message, sentences.tooMany);
    assert.ok(Number(reply.headers['retry-after']) > 0);
  }
  assert.equal(await count(), 60, 'rejected notifications are not stored');
  assert.equal((await post(badlySigned(id), '203.0.113.10')).statusCode, 200);
  for (let tens = 0; tens < 13; tens++) {
    const replies = succeeded(await concurrently(10, () => post(signed(toldOf(id)))));
    assert.deepEqual(
      replies.map(({ statusCode }) => statusCode),
      Array(10).fill(200),
    );
  }
});

test('a signed payment form is no notification: it is limited, gets no job and is deleted like a badly signed one', async () => {
  const limited = await openTestApp({ ...settings, RATE_LIMITS: 'on' });
  const id = await pledged(limited);
  const params = { type: 'donation', id } as const;
  const { fields } = (await callApi(limited, getPaymentForm, { params })).data;
  const before = await queuedJobs(limited);
  const outcomes = await concurrently(61, () =>
    notify(limited, 'donation', encodeFields(fields), { from: '203.0.113.9' }),
  );
  const statuses = succeeded(outcomes).map(({ statusCode }) => statusCode);
  assert.equal(statuses.filter((status) => status === 200).length, 60);
  const rows = await limited.db
    .selectFrom('card_notifications')
    .select(['is_signed', 'verdict'])
    .where('record_id', '=', id)
    .execute();
  const refused = { is_signed: false, verdict: 'refused' };
  assert.deepEqual(
    rows,
    Array.from({ length: 60 }, () => refused),
  );
  assert.equal(await queuedJobs(limited), before);
});

test('a payment does not wait behind 120 badly signed notifications, and is settled once', async () => {
  await app.queue.work('judge-notification', ({ notificationId }, isRetry) =>
    processNotification(notificationDepsOf(app), notificationId, isRetry),
  );
  const { invoiceId } = await registered(app, { email: 'among-many@example.org' });
  for (let n = 0; n < 12; n++) {
    await concurrently(10, () => notify(app, 'subscription', badlySigned(invoiceId)));
  }
  assert.equal(await queuedJobs(), 0);
  const begin = performance.now();
  const paid = signed(toldOf(invoiceId));
  await notify(app, 'subscription', paid);
  await until('the payment', async () => (await verdictsFor(invoiceId))['settled'] === 1);
  const seconds = (performance.now() - begin) / 1000;
  assert.ok(seconds < 4, `settled after ${seconds} s`);

  await concurrently(40, (n) =>
    notify(app, 'subscription', n % 2 === 0 ? paid : badlySigned(invoiceId)),
  );
  await until('all verdicts', async () => !('waiting' in (await verdictsFor(invoiceId))));
  assert.deepEqual(await verdictsFor(invoiceId), { refused: 140, settled: 1, already: 20 });
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 1);
});
