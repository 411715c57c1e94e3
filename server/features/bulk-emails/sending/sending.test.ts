import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import PostalMime from 'postal-mime';
import { bulkEmailTexts, getBulkEmail, updateBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import * as contract from '#contract/bulk-emails/sending.ts';
import { unsubscribe } from '#contract/communication/endpoints.ts';
import { recentBulkEmails } from '#server/features/communication/recent-mails.ts';
import { connectionsTo } from '#server/platform/mail/open-transport.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { drafted, onlyMembers, postTo, rowsOfRun, sendAll } from '#test/support/mail/bulk.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';
import { readBulkEmail } from '../queries.ts';
import { sendDue } from './send-due.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const server = await openMailServer();
after(() => server.close());

const members = (count: number) => onlyMembers(app, count);

beforeEach(() => {
  server.manners = {};
  server.arrived.length = 0;
  server.counts.clear();
});

const press = (id: string) => callApi(app, contract.processBulkEmail, { params: { id } }, as);

test('nothing is sent of a bulk email that has changed since the administrator saw it', async () => {
  await members(2);
  const id = await drafted(app);
  const params = { id };
  const seen = await callApi(app, getBulkEmail, { params }, as);
  await callApi(app, updateBulkEmail, { params, body: { subject: 'Another one' } }, as);
  const pressAt = (etag: unknown) =>
    callApi(
      app,
      contract.processBulkEmail,
      { params },
      { ...as, headers: { 'if-match': String(etag) } },
    );
  assert.equal((await pressAt(seen.headers['etag'])).status, 412);
  assert.equal((await readBulkEmail(app.db, id)).totalCount, 0);
  const now = await callApi(app, getBulkEmail, { params }, as);
  assert.equal((await pressAt(now.headers['etag'])).status, 200);
  await sendAll(app, postTo(app, server.url), id);
});

test('every recipient gets one mail with an individual unsubscribe link', async () => {
  const name = await members(30);
  const id = await drafted(app, { subject: 'Hi {{FirstName}}', title: '{{ValidUntil}}' });
  const before = await callApi(app, contract.countRecipients, { params: { id } }, as);
  assert.deepEqual([before.data.toSend, before.data.unsubscribed], [30, 0]);
  const { status, data } = await press(id);
  assert.equal(status, 200);
  assert.deepEqual([data.bulkEmailStatusName, data.totalCount], ['Processing', 30]);
  const done = await sendAll(app, postTo(app, server.url), id);
  assert.deepEqual(
    [done.bulkEmailStatusName, done.sentCount, done.totalCountProcessed],
    ['Complete', 30, 30],
  );
  assert.equal(server.arrived.length, 30);
  const one = server.arrived.find(({ to }) => to[0] === `${name}7@example.org`);
  const mail = await PostalMime.parse(one?.raw ?? '');
  assert.equal(mail.subject, 'Hi Nr7');
  assert.match(mail.html ?? '', /<h1[^>]*>31 Dec 2027<\/h1>[\s\S]*<p[^>]*>Hello Nr7<\/p>/);
  assert.match(mail.text ?? '', /31 Dec 2027\n\nHello Nr7\n/);
  const header = (key: string) => mail.headers.find((one) => one.key === key)?.value ?? '';
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const [, link = ''] = /^<(.*)>$/.exec(header('list-unsubscribe')) ?? [];
  assert.ok(mail.text?.includes(link) && mail.html?.includes(link), link);
  const linkToken = new URL(link).searchParams.get('token') ?? '';
  assert.equal((await callApi(app, unsubscribe, { body: { token: linkToken } })).status, 200);
  const again = await drafted(app);
  const { data: counted } = await callApi(
    app,
    contract.countRecipients,
    { params: { id: again } },
    as,
  );
  assert.deepEqual([counted.toSend, counted.unsubscribed], [29, 1]);
  const { data: frozen } = await press(again);
  assert.deepEqual([frozen.pendingCount, frozen.suppressedCount], [29, 1]);
  await callApi(app, contract.stopBulkEmail, { params: { id: again } }, as);
});

test('of twenty concurrent Process calls, one starts the run and the others get an error', async () => {
  await members(5);
  const id = await drafted(app);
  const replies = succeeded(await concurrently(20, () => press(id)));
  const having = (expected: number) => replies.filter(({ status }) => status === expected).length;
  assert.deepEqual([having(200), having(409)], [1, 19]);
  const messages = replies.filter(({ status }) => status === 409).map(({ message }) => message);
  assert.deepEqual([...new Set(messages)], [bulkEmailTexts.already]);
  assert.equal((await rowsOfRun(app, id)).length, 5);
  const done = await sendAll(app, postTo(app, server.url), id);
  assert.equal(done.sentCount, 5);
  assert.equal(server.arrived.length, 5);
});

test('a bulk email without recipients stays Pending', async () => {
  await members(0);
  const id = await drafted(app);
  const { status, message } = await press(id);
  assert.deepEqual([status, message], [400, bulkEmailTexts.nobody]);
  assert.equal((await readBulkEmail(app.db, id)).bulkEmailStatusName, 'Pending');
});

test('a recipient who unsubscribes during the run gets nothing, and the counts always add up', async () => {
  await members(60);
  const id = await drafted(app);
  await press(id);
  let late = '';
  server.manners.taken = async () => {
    if (late === '') {
      // The one that is claimed last: the next could be claimed before the unsubscribing.
      const waiting = (await rowsOfRun(app, id))
        .filter(({ outcome }) => outcome === 'pending')
        .reduce((last, row) => (row.id > last.id ? row : last));
      late = waiting.email;
      const body = { token: waiting.id, reason: 'Enough' };
      assert.equal((await callApi(app, unsubscribe, { body })).status, 200);
    }
    const { totalCount, pendingCount, ...now } = await readBulkEmail(app.db, id);
    const sum = now.sentCount + now.failedCount + now.suppressedCount + now.uncertainCount;
    assert.equal(totalCount, sum + pendingCount);
    assert.equal(now.totalCountProcessed, sum);
    return '250 taken';
  };
  const done = await sendAll(app, postTo(app, server.url), id);
  assert.deepEqual([done.sentCount, done.suppressedCount], [59, 1]);
  assert.equal(server.counts.has(late), false);
  const input = { params: { id }, body: { outcome: 'suppressed' as const } };
  const { data } = await callApi(app, contract.searchBulkRecipients, input, as);
  assert.deepEqual(
    data.results.map(({ email, answer }) => [email, answer]),
    [[late, 'Unsubscribed']],
  );
});

test('a paused run sends nothing, a resumed run continues, and a stopped run leaves nobody pending', async () => {
  await members(10);
  const id = await drafted(app);
  const params = { id };
  assert.equal((await callApi(app, contract.pauseBulkEmail, { params }, as)).status, 409);
  await press(id);
  const paused = await callApi(app, contract.pauseBulkEmail, { params }, as);
  assert.equal(paused.data.isPaused, true);
  const deps = postTo(app, server.url);
  await sendDue(deps);
  assert.equal(server.arrived.length, 0);
  const resumed = await callApi(app, contract.resumeBulkEmail, { params }, as);
  assert.equal(resumed.data.isPaused, false);
  server.manners.taken = async () => {
    if (server.arrived.length === 3) {
      await callApi(app, contract.stopBulkEmail, { params }, as);
    }
    return '250 taken';
  };
  const done = await sendAll(app, { ...deps, connections: 1 }, id);
  assert.deepEqual(
    [done.bulkEmailStatusName, done.isStopped, done.sentCount, done.suppressedCount],
    ['Complete', true, 4, 6],
  );
  server.manners = {};
  const body = { outcome: 'suppressed' as const };
  const retried = await callApi(app, contract.retryBulkRecipients, { params, body }, as);
  assert.deepEqual(
    [retried.data.bulkEmailStatusName, retried.data.pendingCount],
    ['Processing', 6],
  );
  assert.equal((await sendAll(app, deps, id)).sentCount, 10);
  assert.ok([...server.counts.values()].every((count) => count === 1));
});

test('without a mail server, the emails are kept here and not sent', async () => {
  await members(2);
  const id = await drafted(app);
  await press(id);
  const openConnection = connectionsTo({
    smtpUrl: null,
    outboxDir: await mkdtemp(join(tmpdir(), 'outbox-')),
    log: app.log,
  });
  const done = await sendAll(app, postTo(app, server.url, { openConnection }), id);
  assert.deepEqual([done.isCaptured, done.sentCount], [true, 2]);
  const found = async (outcome: 'sent' | 'captured') => {
    const input = { params: { id }, body: { outcome } };
    return (await callApi(app, contract.searchBulkRecipients, input, as)).data.results;
  };
  assert.deepEqual(await found('sent'), []);
  const [kept] = await found('captured');
  assert.equal(kept?.outcome, 'captured');
  const recent = await recentBulkEmails(app.ctx(), kept?.email ?? '', 1);
  assert.equal(recent[0]?.outcome, 'captured');
});
