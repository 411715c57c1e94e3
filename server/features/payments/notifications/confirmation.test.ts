import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateDonation } from '#contract/donations/admin-endpoints.ts';
import { getDonation } from '#contract/donations/endpoints.ts';
import { judgeNotificationAgain, notificationTexts } from '#contract/payments/notifications.ts';
import { failAtCommit } from '#test/support/mail/fail-at-commit.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import {
  judgeDue,
  notify,
  pledged,
  shown,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { answers, openProvider } from '#test/support/payfast/provider.ts';
import { testStart, openTestApp } from '#test/support/app.ts';
import { queueDueNotifications } from './process-again.ts';
import { notificationDepsOf, processNotification } from './process-notification.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const administrator = await naledi(app);
const deps = notificationDepsOf(app);
const impatient = { ...deps, payfast: { ...deps.payfast, timeoutMs: 300 } };
const minute = 60_000;

const stateOf = async (id: string) =>
  (await callApi(app, getDonation, { params: { id } })).data.state;
// The clock moves past the expiry of sessions.
const signIn = async () => ({ token: await tokenOf(app, administrator.id) });
const processAgain = async (id: string) =>
  callApi(app, judgeNotificationAgain, { params: { id } }, await signIn());

/** Receives a notification that waits for processing. Returns its id and the donation's id. */
async function arrived(changes: Record<string, string> = {}) {
  const id = await pledged(app);
  await notify(app, 'donation', signed(toldOf(id, changes)));
  const [row] = await shown(app, id);
  return { id, notificationId: row!.id };
}

async function confirmationOf(id: string) {
  const [row] = await shown(app, id);
  const check = row!.checks.find(({ name }) => name === 'confirmation');
  return [row!.verdict, check?.outcome];
}

function later(ms: number): void {
  app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());
}

for (const what of ['a failure', 'no access', 'another page', 'a cut connection'] as const) {
  test(`${what} is not an answer: the notification waits until there is one`, () =>
    asksAgain(what));
}
for (const what of ['half of a word', 'a redirect', 'silence'] as const) {
  test(`${what} is not an answer: the notification waits until there is one`, () =>
    asksAgain(what));
}

async function asksAgain(what: keyof typeof answers) {
  const { id } = await arrived();
  provider.answer = answers[what];
  provider.asked.length = 0;
  await judgeDue(app, what === 'silence' ? impatient : deps);
  assert.deepEqual(await confirmationOf(id), [null, 'unknown']);
  assert.equal(await stateOf(id), 'unpaid');
  const asked = provider.asked.length;
  assert.ok(asked <= 1, 'redirects are not followed');
  later(minute - 1000);
  await judgeDue(app);
  assert.equal(provider.asked.length, asked, 'a minute has not passed');
  later(1000);
  provider.answer = answers.VALID;
  await judgeDue(app);
  assert.deepEqual(await confirmationOf(id), ['settled', 'passed']);
  assert.equal(await stateOf(id), 'paid');
}

test('INVALID is final until an administrator processes the notification again', async () => {
  provider.answer = answers.INVALID;
  const { id, notificationId } = await arrived();
  await judgeDue(app);
  later(30 * 86_400_000);
  await judgeDue(app);
  assert.deepEqual(await confirmationOf(id), ['refused', 'failed']);
  assert.equal(await stateOf(id), 'unpaid');
  provider.answer = answers.VALID;
  const again = await processAgain(notificationId);
  assert.deepEqual([again.status, again.data.verdict], [200, 'settled']);
  assert.equal(await stateOf(id), 'paid');
  app.clock.set(testStart);
});

test('concurrent processing by the job and by an administrator settles once, and the verdict stays', async () => {
  provider.answer = answers.VALID;
  const { id, notificationId } = await arrived();
  const held = await app.db.startTransaction().execute();
  await held.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
  const job = processNotification(deps, notificationId);
  await untilWaiting(app, 1);
  const byHand = processAgain(notificationId);
  await untilWaiting(app, 2);
  await held.commit().execute();
  await Promise.all([job, byHand]);
  assert.deepEqual(await confirmationOf(id), ['settled', 'passed']);
});

test('confirmation requests are repeated after growing pauses, and then an administrator has to decide', async () => {
  provider.answer = answers['a failure'];
  const { id, notificationId } = await arrived();
  const pauses: number[] = [];
  for (;;) {
    await judgeDue(app);
    const { next_attempt_at: next } = await app.db
      .selectFrom('card_notifications')
      .select('next_attempt_at')
      .where('id', '=', notificationId)
      .executeTakeFirstOrThrow();
    if (next === null) break;
    pauses.push((next.getTime() - app.clock.now().getTime()) / minute);
    app.clock.set(next.toISOString());
  }
  assert.deepEqual(pauses, [1, 2, 5, 15, 30, 60, 120, 240, 480, 720, 1440]);
  assert.deepEqual(await confirmationOf(id), ['unconfirmed', 'unknown']);

  // An administrator's retry asks immediately and restarts the series of pauses.
  const again = await processAgain(notificationId);
  assert.deepEqual([again.status, again.data.verdict], [200, null]);
  later(minute);
  provider.answer = answers.VALID;
  await judgeDue(app);
  assert.deepEqual(await confirmationOf(id), ['settled', 'passed']);
  app.clock.set(testStart);
});

test('each pause queues a job, and the sweep every minute finds notifications without one', async () => {
  provider.answer = answers['a failure'];
  const { notificationId } = await arrived();
  const jobs = async () => {
    const queued: { id: string; delay: number }[] = [];
    const queue = { ...app.queue };
    queue.enqueue = async (_db, _name, data, delay = 0) => {
      queued.push({ id: (data as { notificationId: string }).notificationId, delay });
    };
    queue.enqueueMissing = async (db, name, data) => {
      for (const each of data) await queue.enqueue(db, name, each);
    };
    return { queued, queue };
  };
  const asking = await jobs();
  await processNotification({ ...deps, queue: asking.queue }, notificationId);
  assert.deepEqual(asking.queued, [{ id: notificationId, delay: 61 }]);
  const sweeping = await jobs();
  await queueDueNotifications({ ...deps, queue: sweeping.queue });
  assert.deepEqual(sweeping.queued, []);
  later(minute);
  await queueDueNotifications({ ...deps, queue: sweeping.queue });
  assert.deepEqual(sweeping.queued, [{ id: notificationId, delay: 0 }]);
  provider.answer = answers.VALID;
  await judgeDue(app);
});

/** Pauses the provider's answer, runs the effect, then lets the answer finish. */
async function whileAsking(notificationId: string, something: () => Promise<void>) {
  const held = Promise.withResolvers<void>();
  const asked = new Promise<void>((resolve) => {
    provider.answer = (_request, response) => {
      resolve();
      void held.promise.then(() => response.end('VALID'));
    };
  });
  const judging = processNotification(deps, notificationId);
  await asked;
  await something();
  held.resolve();
  await judging;
}

test('if the amount changes during the confirmation request, the money is a credit', async () => {
  const { id, notificationId } = await arrived();
  const setTo = async (amount: number) => {
    const reply = await callApi(
      app,
      updateDonation,
      { params: { id }, body: { amount } },
      await signIn(),
    );
    assert.equal(reply.status, 200);
  };
  await whileAsking(notificationId, () => setTo(4500));
  assert.equal((await shown(app, id))[0]?.verdict, 'credit');
  assert.equal(await stateOf(id), 'unpaid');
});

test('if the amount changes at the moment of payment, the money is a credit', async () => {
  provider.answer = answers.VALID;
  const { id, notificationId } = await arrived();
  const held = await app.db.startTransaction().execute();
  await held.updateTable('donations').set({ amount_cents: 999 }).where('id', '=', id).execute();
  const judging = processNotification(deps, notificationId);
  await untilWaiting(app, 1);
  await held.commit().execute();
  await judging;
  assert.equal((await shown(app, id))[0]?.verdict, 'credit');
  assert.equal(await stateOf(id), 'unpaid');
});

test('processing by an administrator during the confirmation request settles once, and the first verdict stays', async () => {
  const { id, notificationId } = await arrived();
  await whileAsking(notificationId, async () => {
    const slow = provider.answer;
    provider.answer = answers.VALID;
    assert.equal((await processAgain(notificationId)).data.verdict, 'settled');
    provider.answer = slow;
  });
  assert.deepEqual(await confirmationOf(id), ['settled', 'passed']);
  const payments = await app.db
    .selectFrom('payments')
    .where('donation_id', '=', id)
    .select('id')
    .execute();
  assert.equal(payments.length, 1);
});

test('a notification whose processing always fails is retried after each lease, up to a maximum', async () => {
  provider.answer = answers.VALID;
  const { id, notificationId } = await arrived();
  const commitAgain = await failAtCommit(app.db);
  const judge = () => processNotification(deps, notificationId);
  let broken = 0;
  for (; broken < 100; broken++) {
    const end = await judge().catch(() => 'broke');
    if (end !== 'broke') break;
    assert.equal(await judge(), undefined, 'no worker processes it before the lease ends');
    later(2 * minute);
  }
  await commitAgain();
  assert.equal(broken, 30);
  const [row] = await shown(app, id, 'unjudged');
  assert.match(row?.checks[0]?.words ?? '', /failed each time/);
  assert.equal(await stateOf(id), 'unpaid');
  assert.equal((await processAgain(notificationId)).data.verdict, 'settled');
  app.clock.set(testStart);
});

test('processing an unknown notification again gets a 404, and a final verdict does not change', async () => {
  const { id, notificationId } = await arrived({ payment_status: 'FAILED' });
  provider.answer = answers.VALID;
  await judgeDue(app);
  provider.asked.length = 0;
  const again = await processAgain(notificationId);
  assert.deepEqual([again.status, again.data.verdict], [200, 'failed']);
  assert.equal(provider.asked.length, 0);
  const unknown = await processAgain(id);
  assert.deepEqual([unknown.status, unknown.message], [404, notificationTexts.notFound]);
});

test('a payment is dated by the day of its notification, and never after today', async () => {
  provider.answer = answers.VALID;
  const paidOn = async (id: string) => {
    const { paid_on } = await app.db
      .selectFrom('payments')
      .select('paid_on')
      .where('donation_id', '=', id)
      .executeTakeFirstOrThrow();
    return paid_on;
  };
  app.clock.set(testStart);
  const late = await arrived();
  app.clock.set('2027-03-12T08:00:00Z');
  const ahead = await arrived();
  await processNotification(deps, late.notificationId, true);
  assert.equal(await paidOn(late.id), '2027-03-10');
  // The clock was ahead when this one arrived.
  app.clock.set('2027-03-11T08:00:00Z');
  await processNotification(deps, ahead.notificationId, true);
  assert.equal(await paidOn(ahead.id), '2027-03-11');
  app.clock.set(testStart);
});
