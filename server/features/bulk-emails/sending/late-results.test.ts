import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryBulkRecipients } from '#contract/bulk-emails/sending.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { onlyMembers, rowsOfRun, underWay } from '#test/support/mail/bulk.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { readBulkEmail } from '../queries.ts';
import { claim, type Claimed } from './claim-recipients.ts';
import { completeIfDone } from './send-due.ts';
import { settle } from './record-results.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const noLimits = { mails_per_minute: null, mails_per_day: null };

/** A run whose only recipients are `count` new members. */
async function runTo(count: number): Promise<string> {
  app.clock.set(testStart);
  await onlyMembers(app, count);
  return underWay(app, 0);
}

async function claimedBy(
  id: string,
  worker: number,
  sent: Pick<Claimed, 'id' | 'attempts'>[] = [],
) {
  const input = { bulkEmailId: id, worker, at: app.clock.now(), most: 5, purposes: null, sent };
  return (await claim(app.db, input, noLimits)).rows;
}

const putOff = { kind: 'refused', isFinal: false, isAddress: true, answer: '451 later' } as const;

const retry = (id: string, outcome: 'uncertain' | 'suppressed') =>
  callApi(app, retryBulkRecipients, { params: { id }, body: { outcome } }, { token });

/** As if the worker of the claimed recipient died during transmission. */
async function thinkDead(recipient: Claimed): Promise<void> {
  const gone = { kind: 'uncertain', answer: 'The sender ended' } as const;
  await settle(app.db, app.clock.now(), [{ recipient, outcome: gone }]);
}

test('a repeated result never changes an attempt that another worker has claimed', async () => {
  const id = await runTo(1);
  const [recipient] = await claimedBy(id, 1);
  assert.ok(recipient);
  const repeated = [{ recipient, outcome: putOff }];
  await settle(app.db, app.clock.now(), repeated);
  app.clock.set('2027-03-10T12:00:00Z');
  assert.equal((await claimedBy(id, 2)).length, 1);
  await settle(app.db, app.clock.now(), repeated);
  assert.equal((await claimedBy(id, 3, [recipient])).length, 0);
  const [row] = await rowsOfRun(app, id);
  assert.deepEqual([row?.outcome, row?.sending_by], ['sending', 2]);
});

test('a result from before a Retry does not change the new attempt', async () => {
  const id = await runTo(1);
  const [recipient] = await claimedBy(id, 1);
  assert.ok(recipient);
  await thinkDead(recipient);
  assert.equal((await retry(id, 'uncertain')).status, 200);
  const [again] = await claimedBy(id, 2);
  assert.ok(again);
  await settle(app.db, app.clock.now(), [{ recipient, outcome: putOff }]);
  assert.deepEqual([again.attempts, again.uncounted], [2, 1]);
  const [row] = await rowsOfRun(app, id);
  assert.deepEqual([row?.outcome, row?.sending_by], ['sending', 2]);
});

test('a late temporary refusal reopens a complete run', async () => {
  const id = await runTo(1);
  const [recipient] = await claimedBy(id, 1);
  assert.ok(recipient);
  await thinkDead(recipient);
  await completeIfDone(app.db, app.clock.now(), id);
  assert.equal((await readBulkEmail(app.db, id)).bulkEmailStatusName, 'Complete');
  await settle(app.db, app.clock.now(), [{ recipient, outcome: putOff }]);
  const after = await readBulkEmail(app.db, id);
  assert.deepEqual([after.bulkEmailStatusName === 'Complete', after.pendingCount], [false, 1]);
});

test('a run is not complete while a retried recipient is waiting', async () => {
  const id = await runTo(2);
  for (const recipient of await claimedBy(id, 1)) await thinkDead(recipient);
  const completing = await app.db.transaction().execute(async (db) => {
    const email = db.updateTable('bulk_emails').where('id', '=', id);
    await email.set({ stopped_at: null }).execute();
    await db
      .updateTable('bulk_recipients')
      .where('bulk_email_id', '=', id)
      .set({ uncertain_at: null })
      .execute();
    const done = completeIfDone(app.db, app.clock.now(), id);
    await untilWaiting(app, 1);
    return { done };
  });
  await completing.done;
  const after = await readBulkEmail(app.db, id);
  assert.deepEqual([after.bulkEmailStatusName === 'Complete', after.pendingCount], [false, 2]);
});

test('only attempts that transmitted the mail count towards the maximum', async () => {
  const id = await runTo(1);
  const unreached = { kind: 'unreached', answer: 'ECONNREFUSED' } as const;
  for (let times = 1; times <= 12; times += 1) {
    const [recipient] = await claimedBy(id, times);
    assert.ok(recipient);
    await settle(app.db, app.clock.now(), [{ recipient, outcome: unreached }]);
  }
  const [recipient] = await claimedBy(id, 13);
  assert.ok(recipient);
  await settle(app.db, app.clock.now(), [{ recipient, outcome: putOff }]);
  const [row] = await rowsOfRun(app, id);
  assert.deepEqual([row?.outcome, row?.attempts, row?.uncounted], ['pending', 13, 12]);
});
