import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countRecipients } from '#contract/bulk-emails/sending.ts';
import {
  getMailLimits,
  mailLimitsForm,
  mailLimitTexts,
  updateMailLimits,
} from '#contract/communication/mail-limits.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { drafted, postTo, sendAll, underWay } from '#test/support/mail/bulk.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { sendDue } from './send-due.ts';
import type { BulkSenderDeps } from './bulk-sender-deps.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const server = await openMailServer();
after(() => server.close());
const save = (body: object, headers = {}) =>
  callApi(app, updateMailLimits, { body }, { token, headers });
const later = (seconds: number) =>
  app.clock.set(new Date(Date.parse(testStart) + seconds * 1000).toISOString());

test('limits can be set, kept and removed, and wrong limits are refused', async () => {
  const none = await callApi(app, getMailLimits, {}, as);
  assert.deepEqual(none.data, { perMinute: null, perDay: null });
  const stale = { 'if-match': String(none.headers['etag']) };
  assert.deepEqual((await save({ perMinute: 20 }, stale)).data, { perMinute: 20, perDay: null });
  assert.equal((await save({ perMinute: 30 }, stale)).status, 412);
  assert.deepEqual((await save({ perDay: 50 })).data, { perMinute: 20, perDay: 50 });
  assert.equal((await save({ perMinute: 0 })).message, mailLimitTexts.wrong);
  for (const wrong of [0, -1, 1.5, 1e9, '5']) {
    assert.equal((await save({ perMinute: wrong })).status, 400, String(wrong));
    assert.equal(mailLimitsForm.safeParse({ perMinute: wrong }).success, false);
  }
});

test('several workers together never exceed the limits per minute and per day', async () => {
  await addManyMembers(app, 70, { lastName: 'Crowd', endsOn: '2027-12-31' });
  const draft = await drafted(app);
  const counted = await callApi(app, countRecipients, { params: { id: draft } }, as);
  assert.deepEqual(
    [counted.data.perMinute, counted.data.perDay, counted.data.minutes],
    [20, 50, 24 * 60],
  );
  const id = await underWay(app, 0);
  const look = async (deps: BulkSenderDeps) => {
    // Repeats as workers do, because a busy machine can cut a turn short.
    while (!(await sendDue(deps).catch(() => false)));
  };
  const workers = () =>
    Promise.all([1, 2, 3].map(() => look(postTo(app, server.url, { connections: 4 }))));
  const sent = () => server.arrived.length;
  await workers();
  assert.equal(sent(), 20);
  later(30);
  await workers();
  assert.equal(sent(), 20);
  later(61);
  await workers();
  assert.equal(sent(), 40);
  later(122);
  await workers();
  assert.equal(sent(), 50);
  later(3600);
  await workers();
  assert.equal(sent(), 50);
  later(86_400 + 200);
  await app.db
    .updateTable('company_info')
    .set({ mails_per_minute: null, mails_per_day: null })
    .execute();
  const done = await sendAll(app, postTo(app, server.url), id);
  assert.deepEqual([done.sentCount, sent()], [70, 70]);
});
