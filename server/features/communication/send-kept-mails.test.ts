import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptMailTexts } from '#contract/communication/kept-texts.ts';
import {
  getKeptMails,
  mailLogTexts,
  readMail,
  searchMails,
  sendKeptMails,
} from '#contract/communication/mail-log.ts';
import { resendInvoiceEmail } from '#contract/invoices/endpoints.ts';
import { sendInvitation } from '#contract/members/invitation.ts';
import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { recordSent } from '#server/platform/mail/record-attempt.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered } from '#test/support/people.ts';

const served = await openTestApp({ SMTP_URL: 'smtp://mail.example.org' });
const without = await openTestApp();
const { token } = await naledi(served);
const press = (app: TestApp = served, as = token) => callApi(app, sendKeptMails, {}, { token: as });
const kept = async () => {
  const { count, oldestUtc } = (await callApi(served, getKeptMails, {}, { token })).data;
  return { count, oldestUtc };
};

/** On Today. */
const counted = async () => (await callApi(served, getMenuCounts, {}, { token })).data.keptMails;
const log = async (toEmail: string) =>
  (await callApi(served, searchMails, { body: { toEmail } }, { token })).data.results;

/** As the worker does without a mail server. */
async function keepAll(app: TestApp): Promise<void> {
  const waiting = app.db.selectFrom('mails').where('next_attempt_at', 'is not', null);
  for (const mail of await waiting.selectAll().execute()) {
    await recordSent(app, mail, { subject: 'Kept', isCaptured: true });
  }
}

const waiting = () =>
  served.db
    .selectFrom('mails')
    .select(['kind', 'to_email', 'secret'])
    .where('next_attempt_at', 'is not', null)
    .execute();

test('all kept mails are sent once by twenty presses, one for each content, with new links', async () => {
  const { email } = await registered(served, { email: 'kept@example.org' });
  await mailResetLink(served.ctx(), email);
  await mailResetLink(served.ctx(), email);
  await queueMail(served.ctx(), { kind: 'test', toEmail: email, about: {} });
  const links = (await waiting()).map(({ secret }) => secret).filter((link) => link !== null);
  await keepAll(served);
  // An invoice, and two resets about the same user. The test is not counted.
  assert.deepEqual(await kept(), { count: 3, oldestUtc: '2027-03-10T08:00:00.000Z' });

  const replies = await Promise.all(Array.from({ length: 20 }, () => press()));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.equal(
    replies.reduce((sum, { data }) => sum + data.queued, 0),
    2,
  );
  const sent = await waiting();
  assert.deepEqual(sent.map(({ kind }) => kind).toSorted(), ['invoice', 'reset']);
  assert.ok(sent.every(({ secret }) => secret === null || !links.includes(secret)));
  assert.deepEqual(await kept(), { count: 0, oldestUtc: null });
  const logged = await log(email);
  const answers = logged
    .map(({ kind, outcome, answer }) => [kind, outcome, answer] as const)
    .toSorted((one, other) => one.join().localeCompare(other.join()));
  // The invoice itself goes. The kept links say when a new one went.
  const replaced = mailLogTexts.replaced('10 Mar 2027, 10:00');
  assert.deepEqual(answers.slice(0, 4), [
    ['invoice', 'waiting', null],
    ['reset', 'cancelled', replaced],
    ['reset', 'cancelled', replaced],
    ['reset', 'waiting', null],
  ]);
  assert.ok(logged.every(({ canSendAgain, kind }) => !canSendAgain || kind === 'test'));
  const invoice = logged.find(({ kind }) => kind === 'invoice');
  assert.equal((await auditEntriesOf(served, invoice?.id ?? ''))[0]?.action, 'sendKeptMails');
});

test('one press sends at most 500 mails, the oldest first, and says how many are left', async () => {
  const at = served.clock.now();
  const rows = Array.from({ length: 502 }, (_, number) => ({
    id: crypto.randomUUID(),
    kind: 'important-change',
    to_email: `n${number}@example.org`,
    to_name: '',
    about: JSON.stringify({}),
    created_at: new Date(at.getTime() + number),
    next_attempt_at: null,
    sent_at: at,
    is_captured: true,
  }));
  await served.db.insertInto('mails').values(rows).execute();
  assert.deepEqual((await press()).data, { queued: 500, left: 2 });
  assert.equal((await kept()).oldestUtc, rows[500]?.created_at.toISOString());
  assert.deepEqual((await press()).data, { queued: 2, left: 0 });
});

test('a kept link that is not needed any more is not sent, and no longer offered', async () => {
  const { email, userId } = await registered(served, { email: 'gone@example.org' });
  await served.db
    .updateTable('mails')
    .set({ next_attempt_at: null, sent_at: served.clock.now() })
    .where('next_attempt_at', 'is not', null)
    .execute();
  await mailResetLink(served.ctx(), email);
  await keepAll(served);
  await served.db
    .updateTable('users')
    .set({ is_address_old: true })
    .where('id', '=', userId)
    .execute();
  assert.equal((await kept()).count, 1);
  assert.equal(await counted(), 1);
  assert.deepEqual((await press()).data, { queued: 0, left: 0 });
  const reset = (await log(email)).find(({ kind }) => kind === 'reset');
  assert.deepEqual(
    [reset?.outcome, reset?.answer, reset?.canSendAgain],
    ['cancelled', mailLogTexts.needless, false],
  );
  assert.equal(await counted(), 0);
});

test('a mail to an address at which no mail can arrive stays, and is counted', async () => {
  const mail = { kind: 'email-changed', toEmail: 'admin@localhost', about: {} };
  await queueMail(served.ctx(), mail);
  await keepAll(served);
  const { data } = await callApi(served, getKeptMails, {}, { token });
  assert.deepEqual([data.count, data.local], [0, 1]);
  assert.deepEqual((await press()).data, { queued: 0, left: 0 });
  assert.equal((await log('admin@localhost'))[0]?.outcome, 'captured');
  // The links of this installation work on this computer only.
  assert.equal(data.localUrl, served.config.publicUrl);
});

test('a mail that is sent later says when the password was changed', async () => {
  const about = { userId: crypto.randomUUID(), by: 'link' };
  await queueMail(served.ctx(), { kind: 'password-changed', toEmail: 'p@example.org', about });
  await keepAll(served);
  served.clock.set('2027-03-10T08:05:00Z');
  assert.equal((await press()).data.queued, 1);
  const [mail] = await log('p@example.org');
  const params = { id: mail?.id ?? '' };
  const { text } = (await callApi(served, readMail, { params }, { token })).data;
  assert.match(text ?? '', /changed on 10 Mar 2027, 10:00 with a link/);
});

test('a kept invoice or invitation that was sent again from its record does not go twice', async () => {
  await served.db.deleteFrom('mails').execute();
  const { email, invoiceId, memberId, userId } = await registered(served, {
    email: 'again@example.org',
  });
  const as = { token };
  const invite = () => callApi(served, sendInvitation, { params: { id: memberId } }, as);
  const user = served.db.updateTable('users').where('id', '=', userId);
  await user.set({ password_hash: null }).execute();
  assert.equal((await invite()).status, 200);
  await keepAll(served);
  assert.equal((await kept()).count, 2);
  const sent = await callApi(served, resendInvoiceEmail, { params: { id: invoiceId } }, as);
  assert.equal(sent.status, 200);
  assert.equal((await invite()).status, 200);
  assert.equal((await kept()).count, 0);
  assert.equal((await press()).data.queued, 0);
  const going = (await waiting()).filter((mail) => mail.to_email === email);
  assert.deepEqual(going.map(({ kind }) => kind).toSorted(), ['invitation', 'invoice']);
});

test('without a mail server nothing is sent, and the reply says where to enter one', async () => {
  const { token: as } = await naledi(without);
  const { status, message } = await press(without, as);
  assert.deepEqual([status, message], [409, keptMailTexts.noServerYet]);
});
