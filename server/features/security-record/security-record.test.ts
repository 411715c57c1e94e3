import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { changePassword } from '#contract/auth/change-password.ts';
import { forgotPassword, login, resetPassword } from '#contract/auth/endpoints.ts';
import { endOwnSessions, endUserSessions } from '#contract/auth/sessions.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { searchSecurityEvents, securityRecordDays } from '#contract/security-record/endpoints.ts';
import { createUser, deleteUser } from '#contract/users/endpoints.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { replaceSignIn } from '#server/features/auth/invitation/invite.ts';
import { deleteExpired } from '#server/platform/jobs/delete-expired.ts';
import { callApi } from '#test/support/call.ts';
import { download } from '#test/support/download.ts';
import { naledi, password, registered } from '#test/support/people.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { recordEvent } from './record-event.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const phone = {
  headers: {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  },
};

const search = async (body: object) =>
  (await callApi(app, searchSecurityEvents, { body }, { token })).data;
/** The events of this kind, the newest first. */
const events = async (kind: string) =>
  (await search({ kind, pageSize: 100 })).results.map(
    ({ person, detail, count, client, device }) => ({
      person,
      detail,
      count,
      client,
      device,
    }),
  );
const clear = () =>
  app.db.transaction().execute(async (db) => {
    await sql`SELECT set_config('app.retention', 'on', true)`.execute(db);
    await db.deleteFrom('security_events').execute();
  });

const here = { client: '127.0.0.1', device: 'Safari on iPhone' };

test('a sign-in and a wrong password are recorded with the person, the client and the device', async () => {
  const { email } = await registered(app, { email: 'thandi@example.org' });
  const person = `Thandi Dlamini, ${email}`;
  await callApi(app, login, { body: { email, password: 'Wrong123' } }, phone);
  await callApi(app, login, { body: { email, password } }, phone);
  const row = { person, detail: '', count: 1, ...here };
  assert.deepEqual(await events('signInFailed'), [row]);
  assert.deepEqual(await events('signIn'), [row]);
});

test('what was typed instead of a known address is stored nowhere', async () => {
  await clear();
  const typed = 'my-Secret-Password1';
  await callApi(app, login, { body: { email: '\u0000', password } }, phone);
  for (const email of [typed, `${typed}@example.org`]) {
    await callApi(app, login, { body: { email, password } }, phone);
    await mailResetLink({ ...app.ctx(), origin: here }, email);
  }
  assert.deepEqual(await events('signInFailed'), [
    { person: 'Unknown address', detail: '', count: 3, ...here },
  ]);
  assert.deepEqual(await events('resetRequested'), [
    { person: 'Unknown address', detail: '', count: 2, ...here },
  ]);
  const rows = await app.db.selectFrom('security_events').selectAll().execute();
  assert.ok(!JSON.stringify(rows).toLowerCase().includes('secret-password'));
});

test('the same again within an hour is counted, and the next hour has a row of its own', async () => {
  await clear();
  const { email } = await registered(app, { email: 'often@example.org' });
  for (const at of ['08:00:00', '08:59:59', '09:00:00']) {
    app.clock.set(`2027-03-10T${at}Z`);
    await callApi(app, login, { body: { email, password: 'Wrong123' } }, phone);
  }
  app.clock.set(testStart);
  const { results } = await search({ kind: 'signInFailed' });
  assert.deepEqual(
    results.map(({ firstAt, at, count }) => [firstAt.slice(11, 19), at.slice(11, 19), count]),
    [
      ['09:00:00', '09:00:00', 1],
      ['08:00:00', '08:59:59', 2],
    ],
  );
});

test('a flood from one client makes at most some rows an hour, and all of it is counted', async () => {
  await clear();
  const origin = { client: '203.0.113.7', device: 'Chrome on Linux' };
  const flood = { ...app.ctx(), origin };
  for (let n = 1; n <= 40; n++) {
    await recordEvent(flood, { kind: 'signInFailed', userId: adminId, detail: `${n}` });
  }
  await Promise.all(
    Array.from({ length: 10 }, () => recordEvent(flood, { kind: 'signInFailed', userId: null })),
  );
  const rows = await events('signInFailed');
  assert.equal(rows.length, 21);
  assert.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    50,
  );
  assert.equal(rows.find(({ detail }) => detail === 'and others')?.count, 30);
  await recordEvent(
    { ...flood, origin: { ...origin, client: '203.0.113.8' } },
    {
      kind: 'signInFailed',
      userId: null,
    },
  );
  assert.equal((await events('signInFailed')).length, 22, 'another client has its own');
});

test('a blocked sign-in is recorded', async () => {
  const limited = await openTestApp({ RATE_LIMITS: 'on' });
  const admin = await naledi(limited);
  for (let n = 0; n < 12; n++) {
    const body = { email: 'nobody@example.org', password: 'Wrong123' };
    await callApi(limited, login, { body });
  }
  const body = { kind: 'signInBlocked' };
  const { data } = await callApi(limited, searchSecurityEvents, { body }, admin);
  assert.deepEqual(
    data.results.map(({ count }) => count),
    [2],
  );
});

test('asking for a link, setting and changing a password are recorded', async () => {
  await clear();
  const { email, userId } = await registered(app, { email: 'resets@example.org' });
  await callApi(app, forgotPassword, { body: { email } }, phone);
  assert.deepEqual(await events('resetRequested'), [], 'the job records it, for any address alike');
  await mailResetLink({ ...app.ctx(), origin: here }, email);
  const mail = await app.db
    .selectFrom('mails')
    .select('secret')
    .where('to_email', '=', email)
    .where('kind', '=', 'reset')
    .executeTakeFirstOrThrow();
  const body = { email, token: mail.secret ?? '', newPassword: 'Another123' };
  await callApi(app, resetPassword, { body }, phone);
  const member = (await callApi(app, login, { body: { email, password: 'Another123' } }, phone))
    .data.token;
  const as = { ...phone, token: member };
  const wrong = { currentPassword: 'Wrong123', newPassword: password };
  await callApi(app, changePassword, { body: wrong }, as);
  const right = { currentPassword: 'Another123', newPassword: password };
  await callApi(app, changePassword, { body: right }, as);
  await callApi(app, endOwnSessions, {}, as);
  const row = { person: `Thandi Dlamini, ${email}`, detail: '', count: 1, ...here };
  for (const kind of [
    'resetRequested',
    'passwordReset',
    'signIn',
    'signInFailed',
    'passwordChanged',
    'sessionsEnded',
  ]) {
    assert.deepEqual(await events(kind), [row], kind);
  }
  const rows = await app.db.selectFrom('security_events').select('user_id').execute();
  assert.ok(rows.every(({ user_id }) => user_id === userId));
});

test('downloads, new and deleted administrators and ended sessions are recorded with their subject', async () => {
  await clear();
  const { memberId, userId } = await registered(app, { email: 'subject@example.org' });
  await download(app, searchMembers, {}, token);
  await callApi(app, downloadDataExport, { params: { id: memberId } }, { token });
  await callApi(app, endUserSessions, { params: { id: userId } }, { token });
  const form = { firstName: 'Sipho', lastName: 'Zulu', email: 'sipho@example.org', password };
  const { data } = await callApi(app, createUser, { body: form }, { token });
  await callApi(app, deleteUser, { params: { id: data.id } }, { token });
  for (const [kind, detail] of [
    ['listDownloaded', 'members'],
    ['dataDownloaded', `Member ${memberId}`],
    ['sessionsEnded', `User ${userId}`],
    ['administratorAdded', 'Sipho Zulu'],
    ['administratorRemoved', 'Sipho Zulu'],
  ] as const) {
    const [row, ...others] = await events(kind);
    assert.equal(row?.detail, detail, kind);
    assert.match(row?.person ?? '', /^Naledi Khumalo, /);
    assert.deepEqual(others, []);
  }
  await callApi(app, searchMembers, { body: {} }, { token });
  assert.equal((await events('listDownloaded'))[0]?.count, 1, 'a page is no download');
});

test('the list is filtered by kind, person and day, searched, sorted and downloaded', async () => {
  await clear();
  const { userId } = await registered(app, { email: 'listed@example.org' });
  const origin = { client: '198.51.100.9', device: 'Firefox on Linux' };
  const at = (day: string) => ({ ...app.ctx(), at: new Date(`${day}T08:00:00Z`), origin });
  await recordEvent(at('2027-03-08'), { kind: 'signIn', userId });
  await recordEvent(at('2027-03-09'), { kind: 'signIn', userId: adminId });
  await recordEvent(at('2027-03-09'), { kind: 'signInFailed', userId: null });
  const found = async (body: object) => (await search(body)).results.map(({ kind }) => kind);
  assert.deepEqual(await found({ person: 'LISTED@' }), ['signIn']);
  assert.deepEqual(await found({ from: '2027-03-09', kind: 'signInFailed' }), ['signInFailed']);
  assert.deepEqual(await found({ to: '2027-03-08' }), ['signIn']);
  assert.deepEqual(await found({ text: '198.51 firefox' }), ['signInFailed', 'signIn', 'signIn']);
  for (const sortBy of ['At', 'Kind', 'Person', 'Client'] as const) {
    assert.equal((await found({ sortBy })).length, 3);
  }
  const { lines } = await download(app, searchSecurityEvents, { kind: 'signIn' }, token);
  assert.match(lines[0] ?? '', /When,First,Times,What,Who,Detail,Address,Device$/);
  assert.equal(lines.filter((line) => line.includes('Signed in')).length, 2);
});

test('only administrators read it', async () => {
  const { email } = await registered(app, { email: 'curious@example.org' });
  const { data } = await callApi(app, login, { body: { email, password } });
  const reply = await callApi(app, searchSecurityEvents, { body: {} }, { token: data.token });
  assert.equal(reply.status, 403);
  assert.equal((await callApi(app, searchSecurityEvents, { body: {} })).status, 401);
});

test('the database refuses to change or delete an event, and lets a user have another id or go', async () => {
  await clear();
  const { userId } = await registered(app, { email: 'gone@example.org' });
  await recordEvent(app.ctx(), { kind: 'signIn', userId });
  const { db } = app;
  const stays = /the security record stays as it is/;
  for (const set of [
    { kind: 'signInFailed' },
    { client: 'x' },
    { device: 'x' },
    { detail: 'x' },
    { slot: 'x' },
    { at: new Date('2027-03-09T08:00:00Z') },
    { first_at: new Date('2027-03-09T08:00:00Z') },
  ]) {
    await assert.rejects(db.updateTable('security_events').set(set).execute(), stays);
  }
  await assert.rejects(db.deleteFrom('security_events').execute(), stays);
  const userIds = async () =>
    (await db.selectFrom('security_events').select('user_id').execute()).map((row) => row.user_id);
  const id = await replaceSignIn(app.ctx(), userId);
  assert.deepEqual(await userIds(), [id]);
});

test(`after ${securityRecordDays} days an event is deleted`, async () => {
  await clear();
  await recordEvent(app.ctx(), { kind: 'signIn', userId: adminId });
  const count = async () =>
    (await app.db.selectFrom('security_events').select('id').execute()).length;
  const days = securityRecordDays * 24 * 3_600_000;
  const later = new Date(Date.parse(testStart) + days);
  await deleteExpired({ db: app.db, at: new Date(later.getTime() - 1000) });
  assert.equal(await count(), 1);
  await deleteExpired({ db: app.db, at: later });
  assert.equal(await count(), 0);
});
