import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import {
  pauseBulkEmail,
  resumeBulkEmail,
  retryBulkRecipients,
  stopBulkEmail,
} from '#contract/bulk-emails/sending.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { onlyMembers, postTo, rowsOfRun, sendAll, underWay } from '#test/support/mail/bulk.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { breakConnections, until } from '#test/support/outage.ts';
import { openTestApp } from '#test/support/app.ts';
import { readBulkEmail } from '../queries.ts';
import { sendDue } from './send-due.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const server = await openMailServer();
after(() => server.close());

beforeEach(() => {
  server.manners = {};
  server.arrived.length = 0;
  server.counts.clear();
});

/** A run whose only recipients are `count` new members. */
async function runTo(count: number): Promise<string> {
  await onlyMembers(app, count);
  return underWay(app, 0);
}

const deps = (changes = {}) => postTo(app, server.url, changes);
const outcomes = async (id: string) =>
  Object.fromEntries(
    Map.groupBy(await rowsOfRun(app, id), ({ outcome }) => outcome)
      .entries()
      .map(([outcome, rows]) => [outcome, rows.length]),
  );
const assertOnce = () =>
  assert.deepEqual(
    [...server.counts].filter(([, times]) => times !== 1),
    [],
  );

test('several workers share a run: each recipient gets one mail, and no worker is considered dead', async () => {
  const id = await runTo(240);
  const workers = [1, 2, 3, 4].map(() => deps({ connections: 4 }));
  const looking = workers.map(async (own) => {
    // Repeats as the workers do.
    while ((await readBulkEmail(app.db, id)).bulkEmailStatusName !== 'Complete') {
      await sendDue(own);
    }
  });
  await Promise.all(looking);
  assert.deepEqual(await outcomes(id), { sent: 240 });
  assert.equal(server.arrived.length, 240);
  assertOnce();
});

test('a recipient claimed by a worker keeps the run open and is not sent by another worker', async () => {
  const id = await runTo(2);
  const letIn: (() => void)[] = [];
  server.manners.taken = () => new Promise((resolve) => letIn.push(() => resolve('250 taken')));
  const slow = sendDue(deps({ connections: 2 }));
  await until('both messages to be in transmission', () => letIn.length === 2);
  await sendDue(deps());
  const meanwhile = await readBulkEmail(app.db, id);
  assert.deepEqual(
    [meanwhile.bulkEmailStatusName, meanwhile.pendingCount, letIn.length],
    ['Processing', 2, 2],
  );
  const recipientIds = (await rowsOfRun(app, id)).map((row) => row.id);
  const again = { params: { id }, body: { recipientIds } };
  assert.equal((await callApi(app, retryBulkRecipients, again, as)).status, 409);
  for (const enter of letIn) enter();
  await slow;
  assert.deepEqual(await outcomes(id), { sent: 2 });
  assert.equal((await readBulkEmail(app.db, id)).bulkEmailStatusName, 'Complete');
});

test('no worker sends anything in a paused run, and a resumed run sends the rest', async () => {
  const id = await runTo(12);
  const params = { id };
  server.manners.taken = async () => {
    if (server.arrived.length === 3) await callApi(app, pauseBulkEmail, { params }, as);
    return '250 taken';
  };
  await sendDue(deps({ connections: 1 }));
  await sendDue(deps());
  assert.deepEqual(await outcomes(id), { sent: 4, pending: 8 });
  assert.equal((await readBulkEmail(app.db, id)).isPaused, true);
  await callApi(app, resumeBulkEmail, { params }, as);
  assert.equal((await sendAll(app, deps(), id)).sentCount, 12);
  assertOnce();
});

test('a stop during a temporary refusal leaves no recipient waiting', async () => {
  const id = await runTo(5);
  server.manners.taken = async () => {
    if (server.arrived.length < 2) return '250 taken';
    await callApi(app, stopBulkEmail, { params: { id } }, as);
    return '451 later';
  };
  await sendDue(deps({ connections: 1 }));
  const stopped = await readBulkEmail(app.db, id);
  assert.deepEqual([stopped.bulkEmailStatusName, stopped.isStopped], ['Complete', true]);
  assert.deepEqual(await outcomes(id), { sent: 2, suppressed: 3 });
});

test('if one worker holds the run, the other one stops too', async () => {
  const id = await runTo(40);
  server.manners.taken = async () => {
    if (server.arrived.length === 3) {
      const held = { held_at: app.clock.now(), held_reason: 'Too much' };
      await app.db.updateTable('bulk_emails').set(held).where('id', '=', id).execute();
    }
    return '250 taken';
  };
  await sendDue(deps({ connections: 1 }));
  assert.deepEqual(await outcomes(id), { sent: 4, pending: 36 });
  await sendDue(deps());
  assert.equal(server.arrived.length, 4);
});

test('a worker that shuts down completes the mails in transmission and leaves the rest', async () => {
  const id = await runTo(20);
  await sendDue(deps({ connections: 2, isStopping: () => server.arrived.length >= 5 }));
  const { sent = 0, pending = 0, ...others } = await outcomes(id);
  assert.deepEqual(others, {});
  assert.ok(sent >= 5 && sent <= 7, String(sent));
  assert.equal(sent + pending, 20);
  assert.equal((await sendAll(app, deps(), id)).sentCount, 20);
  assertOnce();
});

test('if the database becomes unavailable, no recipient gets two mails, and the results are recorded later', async () => {
  const id = await runTo(30);
  let isBroken = false;
  server.manners.taken = async () => {
    if (!isBroken && server.arrived.length === 7) {
      isBroken = true;
      await breakConnections(app.url);
    }
    return '250 taken';
  };
  const own = deps({ connections: 3 });
  await assert.rejects(sendDue(own));
  const { uncertainCount } = await until('the database', () =>
    sendAll(app, own, id).catch(() => null),
  );
  assert.equal(uncertainCount, 0);
  assert.deepEqual(await outcomes(id), { sent: 30 });
  assert.equal(server.arrived.length, 30);
  assertOnce();
});

test('a refused message does not affect the next one on the same connection', async () => {
  const id = await runTo(3);
  let asked = 0;
  server.manners.data = () => ((asked += 1) === 1 ? '554 not this one' : '354 go on');
  await sendDue(deps({ connections: 1 }));
  assert.deepEqual(await outcomes(id), { failed: 1, sent: 2 });
  assert.deepEqual(
    server.arrived.map(({ to }) => to.length),
    [1, 1],
  );
});

test('an address that contains a second address or a command is not sent to', async () => {
  const id = await runTo(3);
  const hidden = ['a@example.org, b@example.org', 'a@example.org>\r\nRCPT TO:<b@example.org'];
  for (const [place, { id: row }] of (await rowsOfRun(app, id)).slice(1).entries()) {
    // Bypasses the validation of the forms.
    const changes = { email: hidden[place] ?? '' };
    await app.db.updateTable('bulk_recipients').set(changes).where('id', '=', row).execute();
  }
  await sendDue(deps({ connections: 1 }));
  assert.deepEqual(await outcomes(id), { failed: 2, sent: 1 });
  assert.equal(server.arrived.length, 1);
  const failed = (await rowsOfRun(app, id)).filter(({ outcome }) => outcome === 'failed');
  assert.ok(failed.every(({ answer }) => answer?.startsWith('This is not an address')));
});
