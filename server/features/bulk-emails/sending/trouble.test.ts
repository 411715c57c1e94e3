import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { recipientOutcomeNames } from '#contract/bulk-emails/outcomes.ts';
import { resumeBulkEmail, retryBulkRecipients } from '#contract/bulk-emails/sending.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import {
  impatient,
  onlyMembers,
  postTo,
  rowsOfRun,
  sendAll,
  underWay,
} from '#test/support/mail/bulk.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { readBulkEmail } from '../queries.ts';
import { sendDue } from './send-due.ts';
import { mostFailuresInARow } from './record-results.ts';

const app = await openTestApp();
const { id: admin } = await naledi(app);
const server = await openMailServer();
after(() => server.close());

beforeEach(() => {
  server.manners = {};
  server.arrived.length = 0;
  server.counts.clear();
  app.clock.set(testStart);
});

/** A run whose only recipients are `count` new members, and the prefix of their names. */
async function runTo(count: number) {
  const name = await onlyMembers(app, count);
  return { id: await underWay(app, 0), name };
}

const deps = () => postTo(app, server.url);
const outcomes = async (id: string) => {
  const { sentCount, failedCount, uncertainCount, pendingCount } = await readBulkEmail(app.db, id);
  return { sentCount, failedCount, uncertainCount, pendingCount };
};

test('an address with a permanent refusal fails alone, and gets no more bulk emails', async () => {
  const { id, name } = await runTo(8);
  const gone = `${name}3@example.org`;
  const blocked = `${name}4@example.org`;
  server.manners.rcptTo = (to) => {
    if (to === gone) return '550 5.1.1 no such user';
    return to === blocked ? '550 5.7.1 we do not like your address' : '250 fine';
  };
  await sendAll(app, deps(), id);
  assert.deepEqual(await outcomes(id), {
    sentCount: 6,
    failedCount: 2,
    uncertainCount: 0,
    pendingCount: 0,
  });
  const failed = (await rowsOfRun(app, id)).find(({ email }) => email === gone);
  assert.equal(failed?.answer, '550 5.1.1 no such user');
  const suppressed = await app.db.selectFrom('suppressions').selectAll().execute();
  // A refusal of the sender does not suppress the recipient's address.
  assert.deepEqual(
    suppressed.map(({ email, kind, reason }) => [email, kind, reason]),
    [[gone, 'refused', '550 5.1.1 no such user']],
  );
});

test('a temporary refusal is retried later, and fails after two days', async () => {
  const { id, name } = await runTo(3);
  const full = `${name}2@example.org`;
  server.manners.rcptTo = (to) => (to === full ? '452 4.2.2 mailbox full' : '250 fine');
  const resting = await sendAll(app, deps(), id);
  assert.deepEqual([resting.sentCount, resting.pendingCount], [2, 1]);
  assert.equal(resting.nextAttemptUtc, '2027-03-10T08:01:00.000Z');
  await sendDue(deps());
  assert.equal((await rowsOfRun(app, id)).find(({ email }) => email === full)?.attempts, 1);
  for (let hours = 1; hours <= 80; hours += 1) {
    app.clock.set(new Date(Date.parse(testStart) + hours * 3_600_000).toISOString());
    await sendDue(deps());
  }
  const done = await readBulkEmail(app.db, id);
  assert.deepEqual([done.bulkEmailStatusName, done.failedCount], ['Complete', 1]);
  assert.ok(!server.counts.has(full));
});

test('a connection lost during the message leaves it uncertain, and it is not sent again automatically', async () => {
  const { id, name } = await runTo(4);
  const lost = `${name}1@example.org`;
  server.manners.taken = ({ to }) => (to[0] === lost ? 'drop' : '250 taken');
  const done = await sendAll(app, deps(), id);
  assert.deepEqual(
    [done.sentCount, done.uncertainCount, done.bulkEmailStatusName],
    [3, 1, 'Complete'],
  );
  assert.equal(server.counts.get(lost), 1);
  await sendDue(deps());
  assert.equal(server.counts.get(lost), 1);
  const row = (await rowsOfRun(app, id)).find(({ email }) => email === lost);
  server.manners = {};
  const token = await tokenOf(app, admin);
  const again = { params: { id }, body: { recipientIds: [row?.id ?? ''] } };
  assert.equal((await callApi(app, retryBulkRecipients, again, { token })).status, 200);
  assert.equal((await sendAll(app, deps(), id)).sentCount, 4);
  assert.equal((await callApi(app, retryBulkRecipients, again, { token })).status, 409);
  assert.equal(recipientOutcomeNames.uncertain, 'Uncertain');
});

test('connections lost before the message, never many in a row, lose, repeat and hold nothing', async () => {
  const count = 3 * mostFailuresInARow;
  const { id } = await runTo(count);
  let drops = 0;
  server.manners.rcptTo = () => (++drops % 3 === 0 ? 'drop' : '250 fine');
  const done = await sendAll(app, deps(), id);
  assert.deepEqual([done.sentCount, done.bulkEmailStatusName], [count, 'Complete']);
  assert.ok(drops / 3 > mostFailuresInARow);
  assert.ok([...server.counts.values()].every((count) => count === 1));
});

const rude: [string, () => unknown][] = [
  ['is down', () => server.goDown()],
  ['never greets', () => (server.manners.greet = () => 'silence')],
  ['hangs up at once', () => (server.manners.greet = () => 'drop')],
  ['is busy', () => (server.manners.greet = () => '421 busy')],
  ['refuses the sender', () => (server.manners.mailFrom = () => '550 who are you')],
  ['refuses every recipient for now', () => (server.manners.rcptTo = () => '451 try later')],
  ['never answers the message', () => (server.manners.taken = () => 'silence')],
];
for (const [what, become] of rude) {
  test(`a server that ${what} loses no mail, and the run is held with its error text`, async () => {
    const count = 40;
    const { id } = await runTo(count);
    await become();
    for (let turn = 0; turn < 60; turn += 1) {
      if ((await readBulkEmail(app.db, id)).isHeld) break;
      await sendDue(postTo(app, server.url, { connections: 10 }, impatient));
    }
    const held = await readBulkEmail(app.db, id);
    assert.ok(held.isHeld && held.heldReason, JSON.stringify(held));
    assert.equal(held.bulkEmailStatusName, 'Processing');
    assert.equal(held.failedCount, 0);
    server.manners = {};
    if (what === 'is down') await server.comeUp();
    app.clock.set(new Date(Date.parse(testStart) + 3 * 3_600_000).toISOString());
    const token = await tokenOf(app, admin);
    const input = { params: { id } };
    assert.equal((await callApi(app, resumeBulkEmail, input, { token })).data.isHeld, false);
    const done = await sendAll(app, deps(), id);
    assert.equal(done.sentCount + done.uncertainCount, count);
    assert.equal(done.trouble, null);
    assert.ok([...server.counts.values()].every((times) => times === 1));
    const isUncertain = what === 'never answers the message';
    assert.equal(done.uncertainCount > 0, isUncertain);
    assert.ok(done.uncertainCount < mostFailuresInARow + 10);
  });
}
