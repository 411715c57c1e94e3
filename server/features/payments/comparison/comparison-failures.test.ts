import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { getComparison } from '#contract/payments/comparison.ts';
import { renderEmail } from '#server/emails.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { paymentComparisonCheck } from '#server/features/system-check/checks/payment-comparison.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { until } from '#test/support/outage.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import {
  compareNow,
  differences,
  forgetComparisons,
  nextNight,
  night,
} from '#test/support/payfast/comparing.ts';
import { spawnComparison } from '#test/support/payfast/comparison-process.ts';
import { openHistoryServer, refused } from '#test/support/payfast/history-server.ts';
import { pledged } from '#test/support/payfast/notifications.ts';

const api = await openHistoryServer();
after(() => api.close());
const app = await openTestApp({ PAYFAST_API_URL: api.url });
const { id: adminId } = await naledi(app);

/** The requests of one comparison with a month before. */
const requests = 5;

const rows = () =>
  app.db.selectFrom('provider_comparisons').selectAll().orderBy('requested_at').execute();
const mails = () => app.db.selectFrom('mails').selectAll().orderBy('created_at').execute();
/** With a new session, because days pass. */
async function shown() {
  const token = await tokenOf(app, adminId);
  return (await callApi(app, getComparison, {}, { token })).data;
}
const systemCheck = () => paymentComparisonCheck({ ...app, secret: null }).run();
async function metric(name: string): Promise<number> {
  const { body } = await app.fastify.inject('/metrics');
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(body)?.[1]);
}
const minutesLater = (minutes: number) =>
  app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000).toISOString());

beforeEach(async () => {
  await forgetComparisons(app);
  await sql`DELETE FROM pgboss.job WHERE name = 'compare-payments'`.execute(app.db);
  api.rows = [];
  api.answer = null;
  api.requests = [];
  app.clock.set(night);
});

for (const [name, status] of Object.entries({ 'wrong request': 400, stranger: 401, page: 404 })) {
  test(`${status}, a ${name}, fails the night at once, is not asked again, and is no empty list`, async () => {
    api.answer = () => refused(status, 'No');
    await compareNow(app);
    minutesLater(30);
    await compareNow(app);
    assert.equal(api.requests.length, 1);
    const [row, ...more] = await rows();
    assert.equal(more.length, 0);
    assert.deepEqual([row?.attempts, row?.finished_at], [1, null]);
    assert.match(row?.failure ?? '', new RegExp(`\\(${status}: No\\)`));
    const { failure, last, isRunning } = await shown();
    assert.deepEqual([failure, last, isRunning], [row?.failure, null, false]);
    assert.equal((await systemCheck()).state, 'warning');
    assert.equal(await metric('payment_comparison_last_failed'), 1);
  });
}

test('after 429 the next requests are after 1, 5 and 15 minutes, and then not in this night', async () => {
  api.answer = () => refused(429, 'Signature rate limit reached');
  await compareNow(app);
  for (const pause of [1, 5, 15]) {
    const asked = api.requests.length;
    minutesLater(pause - 0.1);
    await compareNow(app);
    assert.equal(api.requests.length, asked, `before ${pause} minutes`);
    minutesLater(0.1);
    await compareNow(app);
    assert.equal(api.requests.length, asked + 1);
  }
  minutesLater(60);
  await compareNow(app);
  const [row] = await rows();
  assert.deepEqual([api.requests.length, row?.attempts], [4, 4]);
  assert.ok(row?.failed_at);
  const { rows: jobs } = await sql<{ seconds: number }>`
    SELECT round(extract(epoch FROM start_after - created_on))::int AS seconds FROM pgboss.job
    WHERE name = 'compare-payments' ORDER BY 1`.execute(app.db);
  assert.deepEqual(
    jobs.map(({ seconds }) => seconds),
    [61, 301, 901],
  );
});

test('a temporary failure that ends is forgotten', async () => {
  api.answer = (csv, nth) => (nth === 1 ? refused(500, 'failure') : { body: csv });
  await compareNow(app);
  assert.match((await shown()).failure ?? '', /500/);
  assert.equal((await shown()).isRunning, true);
  minutesLater(1);
  await compareNow(app);
  const { failure, last, isRunning } = await shown();
  assert.deepEqual([failure, isRunning], [null, false]);
  assert.deepEqual([last?.fromDay, last?.toDay], ['2027-03-06', '2027-03-09']);
  assert.equal((await systemCheck()).state, 'ok');
});

test('a list that is cut off on the last day stores nothing of the others', async () => {
  api.rows = [{ date: '2027-03-06 10:00:00', gross: 100, reference: await pledged(app) }];
  api.answer = (csv, nth) => ({ body: nth === 4 ? `${csv}\r\n"` : csv });
  await compareNow(app);
  assert.deepEqual(await differences(app), []);
  const stored = await app.db.selectFrom('provider_transactions').selectAll().execute();
  assert.deepEqual(stored, []);
  assert.match((await rows())[0]?.failure ?? '', /cut off/);
});

test('administrators get one mail after the second failed night, and the next after it has worked', async () => {
  const nights = ['2027-03-10', '2027-03-11', '2027-03-12', '2027-03-13'];
  const counts: number[] = [];
  api.answer = () => refused(401, 'Origin could not be verified');
  for (const day of nights) {
    app.clock.set(`${day}T00:07:00Z`);
    await compareNow(app);
    counts.push((await mails()).length);
  }
  assert.deepEqual(counts, [0, 1, 1, 1]);
  const [mail] = await mails();
  assert.ok(mail);
  const publicUrl = 'https://members.example.org';
  const message = await renderEmail({ db: app.db, publicUrl, mail, withoutCard: false });
  assert.equal(message?.subject, 'The comparison with PayFast fails');
  assert.match(message?.text ?? '', /10 Mar 2027[^]*whitelist[^]*11 Mar 2027/);
  assert.equal((await shown()).isOverdue, true);
  assert.equal((await systemCheck()).state, 'failed');
  assert.ok((await metric('payment_comparison_age_seconds')) > 48 * 3600);

  api.answer = null;
  app.clock.set('2027-03-14T00:07:00Z');
  await compareNow(app);
  assert.equal((await shown()).isOverdue, false);
  api.answer = () => refused(401, 'Origin could not be verified');
  for (const day of ['2027-03-15', '2027-03-16']) {
    app.clock.set(`${day}T00:07:00Z`);
    await compareNow(app);
  }
  assert.equal((await mails()).length, 2);
});

test('what is new in a night is mailed once to each administrator, and again if it comes back', async () => {
  api.rows = [{ date: '2027-03-09 10:00:00', gross: 25_000, providerId: '1', fee: 0 }];
  await compareNow(app);
  const [mail, ...others] = await mails();
  assert.ok(mail);
  assert.deepEqual(others, []);
  const publicUrl = 'https://members.example.org';
  const message = await renderEmail({ db: app.db, publicUrl, mail, withoutCard: false });
  assert.equal(message?.subject, 'A payment differs at PayFast');
  assert.match(message?.text ?? '', /R250\.00 was paid at PayFast on 9 Mar 2027/);
  assert.match(message?.text ?? '', /members\.example\.org\/admin\/cardnotifications/);
  assert.equal(await metric('payment_differences'), 1);
  app.clock.set(nextNight);
  await compareNow(app);
  assert.equal((await mails()).length, 1);
  await app.db.updateTable('payment_differences').set({ resolved_at: app.clock.now() }).execute();
  app.clock.set('2027-03-12T00:07:00Z');
  await compareNow(app);
  assert.equal((await mails()).length, 2);
});

test('of twenty workers at once, one compares', async () => {
  api.rows = [{ date: '2027-03-09 10:00:00', gross: 25_000, providerId: '1', fee: 0 }];
  const others = [1, 2, 3].map(() => openDb(openPool(app.url, 2)));
  const dbs = [app.db, ...others];
  try {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => compareNow(app, { db: dbs[n % dbs.length]! })),
    );
  } finally {
    await Promise.all(others.map((db) => db.destroy()));
  }
  assert.equal(api.requests.length, requests);
  assert.deepEqual(
    (await rows()).map(({ attempts, transactions }) => [attempts, transactions]),
    [[1, 1]],
  );
  assert.equal((await differences(app)).length, 1);
  assert.equal((await mails()).length, 1);
});

test('a worker that is killed in the middle leaves nothing, and after its lease another compares', async () => {
  api.rows = [{ date: '2027-03-08 10:00:00', gross: 25_000, providerId: '1', fee: 0 }];
  api.answer = (csv, nth) => (nth === 4 ? 'silence' : { body: csv });
  const worker = spawnComparison(app);
  await until('the fourth request', async () => api.requests.length === 4);
  await worker.kill();
  minutesLater(9);
  await compareNow(app);
  assert.equal(api.requests.length, 4, 'the lease has not ended');
  assert.deepEqual(await differences(app), []);
  minutesLater(2);
  await compareNow(app);
  const [row, ...more] = await rows();
  assert.deepEqual([row?.attempts, more.length], [2, 0]);
  assert.ok(row?.finished_at);
  assert.equal((await differences(app)).length, 1);
});

test('a worker that was too slow does not write after another one has', async () => {
  api.rows = [{ date: '2027-03-08 10:00:00', gross: 25_000, providerId: '1', fee: 0 }];
  api.answer = async (csv, nth) => {
    // Another one takes over before the slow one has its last reply.
    if (nth === requests) {
      await app.db
        .updateTable('provider_comparisons')
        .set((row) => ({ attempts: row('attempts', '+', 1) }))
        .execute();
    }
    return { body: csv };
  };
  await compareNow(app);
  assert.equal((await rows())[0]?.finished_at, null);
  assert.deepEqual(await differences(app), []);
});

test('a process that is about to end leaves its comparison to the next one', async () => {
  const ending = new AbortController();
  api.answer = (csv, nth) => {
    if (nth === 3) ending.abort();
    return nth === 3 ? 'silence' : { body: csv };
  };
  await compareNow(app, { ending: ending.signal });
  assert.equal((await rows())[0]?.attempts, 0);
  await compareNow(app);
  assert.ok((await rows())[0]?.finished_at);
});

test('a comparison that is interrupted each time has failed', async () => {
  await compareNow(app);
  await app.db
    .updateTable('provider_comparisons')
    .set({ attempts: 6, finished_at: null, next_attempt_at: app.clock.now() })
    .execute();
  await compareNow(app);
  assert.match((await rows())[0]?.failure ?? '', /^It was interrupted each time/);
});

test('without a live account there is no request to the provider, and no comparison', async () => {
  const payfast = { ...app.config.payfast, apiUrl: null };
  await compareNow(app, { config: { ...app.config, payfast } });
  assert.deepEqual(await rows(), []);
  assert.deepEqual(api.requests, []);
});
