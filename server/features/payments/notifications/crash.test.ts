import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { membershipOf, rowsOf } from '#test/support/assertions.ts';
import { registered } from '#test/support/people.ts';
import { startCrashingApp } from '#test/support/payfast/crash-app.ts';
import { judgeDue, shown, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { until } from '#test/support/outage.ts';
import { answers, openProvider } from '#test/support/payfast/provider.ts';
import { testStart, openTestApp } from '#test/support/app.ts';
import { queueDueNotifications } from './process-again.ts';
import { notificationDepsOf, processNotification } from './process-notification.ts';

const provider = await openProvider();
const settings = { PAYFAST_VALIDATE_URL: provider.url };
const app = await openTestApp(settings);
let people = 0;

/** Posts a member's notification to a process that will be killed after it replied 200. */
async function notifiedTo(
  t: TestContext,
  workers: Parameters<typeof startCrashingApp>[1]['workers'],
) {
  const member = await registered(app, { email: `killed-${++people}@example.org` });
  const crashing = await startCrashingApp(t, {
    settings: { ...settings, DATA_DIR: app.dataDir },
    url: app.url,
    at: testStart,
    workers,
  });
  const reply = await fetch(`${crashing.address}/api/payments/payfast/subscription`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: signed(toldOf(member.invoiceId)),
  });
  assert.equal(reply.status, 200);
  return { ...member, crashing };
}

async function assertPaid(memberId: string, invoiceId: string, times: 0 | 1) {
  const { payments, mails, invoice } = await rowsOf(app, invoiceId);
  assert.equal(payments.length, times);
  assert.equal(invoice.payment_id, payments[0]?.id ?? null);
  assert.equal(mails.filter(({ kind }) => kind === 'receipt').length, times);
  assert.equal((await membershipOf(app, memberId)).periods.length, times);
}

/** The jobs that another process queues in its sweep every minute. */
async function swept(): Promise<string[]> {
  const asked: string[] = [];
  const queue = { ...app.queue };
  queue.enqueueMissing = async (_db, _name, data) => {
    asked.push(...(data as { notificationId: string }[]).map((job) => job.notificationId));
  };
  await queueDueNotifications({ ...notificationDepsOf(app), queue });
  return asked;
}

test('after a kill between the 200 and the processing, the next sweep processes the notification once @full', async (t) => {
  const { memberId, invoiceId, crashing } = await notifiedTo(t, 'none');
  assert.equal(await crashing.end(), 'SIGKILL');
  await assertPaid(memberId, invoiceId, 0);
  const [row] = await shown(app, invoiceId, 'waiting');
  assert.deepEqual(await swept(), [row?.id]);
  for (let n = 0; n < 3; n++) await judgeDue(app);
  assert.equal((await shown(app, invoiceId))[0]?.verdict, 'settled');
  await assertPaid(memberId, invoiceId, 1);
});

test('after a kill during the confirmation request, it is processed once, after the lease ends @full', async (t) => {
  const asked = Promise.withResolvers<void>();
  provider.answer = () => asked.resolve();
  const { memberId, invoiceId, crashing } = await notifiedTo(t, 'working');
  await asked.promise;
  assert.equal(await crashing.end(), 'SIGKILL');
  provider.answer = answers.VALID;
  assert.deepEqual(await swept(), []);
  await judgeDue(app);
  await assertPaid(memberId, invoiceId, 0);

  app.clock.set('2027-03-10T08:02:00Z');
  const [row] = await shown(app, invoiceId, 'waiting');
  assert.deepEqual(await swept(), [row?.id]);
  for (let n = 0; n < 3; n++) await judgeDue(app);
  await assertPaid(memberId, invoiceId, 1);
  app.clock.set(testStart);
});

for (const [workers, times] of [
  ['die before the commit', 0],
  ['die after the commit', 1],
] as const) {
  test(`workers that ${workers} save a payment completely or not at all, and it is paid once in the end`, async (t) => {
    const { memberId, invoiceId, crashing } = await notifiedTo(t, workers);
    assert.equal((await crashing.ended)[1], 'SIGKILL');
    await assertPaid(memberId, invoiceId, times);
    assert.equal((await shown(app, invoiceId, 'waiting')).length, 1 - times);
    app.clock.set('2027-03-10T08:02:00Z');
    assert.equal((await swept()).length, 1 - times);
    for (let n = 0; n < 3; n++) await judgeDue(app);
    assert.equal((await shown(app, invoiceId))[0]?.verdict, 'settled');
    await assertPaid(memberId, invoiceId, 1);
    app.clock.set(testStart);
  });
}

test('after a kill during the confirmation request, the job’s retry settles it before the lease ends', async (t) => {
  const asked = Promise.withResolvers<void>();
  provider.answer = () => asked.resolve();
  const { memberId, invoiceId, crashing } = await notifiedTo(t, 'working');
  await asked.promise;
  assert.equal(await crashing.end(), 'SIGKILL');
  provider.answer = answers.VALID;
  // As if ten seconds had passed without a heartbeat.
  await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds'
            WHERE name = 'judge-notification' AND state = 'active'`.execute(app.db);
  await app.queue.work('judge-notification', ({ notificationId }, isRetry) =>
    processNotification(notificationDepsOf(app), notificationId, isRetry),
  );
  await until('the payment', async () => (await shown(app, invoiceId, 'settled')).length === 1);
  await assertPaid(memberId, invoiceId, 1);
});
