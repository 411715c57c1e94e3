import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import test from 'node:test';
import { login, logout, resetPassword, type Claims } from '#contract/auth/endpoints.ts';
import { idleMessage, unattendedHeader } from '#contract/auth/session-end.ts';
import {
  endOwnSession,
  endOwnSessions,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from '#contract/auth/sessions.ts';
import { listCompanyInfos } from '#contract/company-info/endpoints.ts';
import { getMember } from '#contract/members/endpoints.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { makePasswordLink, mailedLinkMs } from './password-links.ts';

const app = await openTestApp();
const admin = await naledi(app);

const status = async (token: string) =>
  (await callApi(app, listCompanyInfos, {}, { token })).status;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string) => token.split('.') as [string, string, string];
const contentOf = (text: string) =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;

const [header, payload, signature] = partsOf(admin.token);
const claims = contentOf(payload);

/** A token as an attacker with the key could forge it. */
function signed(newHeader: object, newPayload: object, hash: string, key = app.secret): string {
  const content = `${part(newHeader)}.${part(newPayload)}`;
  return `${content}.${createHmac(hash, key).update(content).digest('base64url')}`;
}

test('the token has the claims of product-rules 13.1 and the id of its session', async () => {
  const thandi = await registered(app);
  const reply = await callApi(app, login, { body: { email: thandi.email, password } });
  const content = contentOf(partsOf(reply.data.token)[1]);
  const { name, role, ProfilePicture, MemberId, ...others } = content as unknown as Claims;
  assert.deepEqual(
    { name, role, ProfilePicture, MemberId },
    { name: 'Thandi Dlamini', role: 'Member', ProfilePicture: '', MemberId: thandi.memberId },
  );
  assert.deepEqual(Object.keys(others).toSorted(), ['exp', 'iat', 'jti', 'sub']);
  assert.deepEqual(contentOf(header), { alg: 'HS256' });
  assert.equal(claims['MemberId'], '');
});

test('a hand-made token with the pinned algorithm is accepted (the control for the refusals below)', async () => {
  assert.equal(await status(signed({ alg: 'HS256' }, claims, 'sha256')), 200);
});

test('a token with another algorithm, key or content is rejected', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rs256 = `${part({ alg: 'RS256' })}.${payload}`;
  const tokens = {
    none: `${part({ alg: 'none' })}.${payload}.`,
    'none, with the signature': `${part({ alg: 'none' })}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    RS256: `${rs256}.${sign('sha256', Buffer.from(rs256), privateKey).toString('base64url')}`,
    HS512: signed({ alg: 'HS512' }, claims, 'sha512'),
    HS384: signed({ alg: 'HS384' }, claims, 'sha384'),
    'another key': signed({ alg: 'HS256' }, claims, 'sha256', new Uint8Array(32)),
    'an empty key': signed({ alg: 'HS256' }, claims, 'sha256', new Uint8Array(0)),
    'another role': `${header}.${part({ ...claims, role: 'Admin', x: 1 })}.${signature}`,
    'no session': signed({ alg: 'HS256' }, { ...claims, jti: undefined }, 'sha256'),
    'a session that does not exist': signed(
      { alg: 'HS256' },
      { ...claims, jti: '00000000-0000-0000-0000-000000000000' },
      'sha256',
    ),
    'a session id that is not a UUID': signed(
      { alg: 'HS256' },
      { ...claims, jti: "' OR 1=1" },
      'sha256',
    ),
    'unknown critical header': signed({ alg: 'HS256', crit: ['exp'], exp: 1 }, claims, 'sha256'),
    'an expiry that has passed on the application clock': signed(
      { alg: 'HS256' },
      { ...claims, exp: Date.parse(testStart) / 1000 },
      'sha256',
    ),
    'a later end': `${header}.${part({ ...claims, exp: 4_000_000_000 })}.${signature}`,
  };
  for (const [what, token] of Object.entries(tokens)) assert.equal(await status(token), 401, what);
  assert.equal(await status(admin.token), 200);
});

test("a session lasts 8 hours on the application's clock, even if its token says longer", async () => {
  const { id, token } = await naledi(app);
  const exp = contentOf(partsOf(token)[1])['exp'];
  assert.equal(exp, Date.parse(testStart) / 1000 + 8 * 3600);
  // In use, or it would be idle.
  for (let hour = 9; hour < 16; hour++) {
    app.clock.set(`2027-03-10T${String(hour).padStart(2, '0')}:00:00Z`);
    assert.equal(await status(token), 200);
  }
  app.clock.set('2027-03-10T15:59:59.999Z');
  assert.equal(await status(token), 200);
  app.clock.set('2027-03-10T16:00:00Z');
  assert.equal(await status(token), 401);
  const longer = { ...contentOf(partsOf(token)[1]), exp: 4_000_000_000 };
  assert.equal(await status(signed({ alg: 'HS256' }, longer, 'sha256')), 401);
  app.clock.set(testStart);
  assert.equal(await status(await tokenOf(app, id)), 200);
});

test('a token expires at its own time, even if its session lasts longer', async () => {
  const { token } = await naledi(app);
  const exp = Date.parse(testStart) / 1000 + 60;
  const short = signed({ alg: 'HS256' }, { ...contentOf(partsOf(token)[1]), exp }, 'sha256');
  assert.deepEqual([await status(short), await status(token)], [200, 200]);
  app.clock.set(new Date(exp * 1000).toISOString());
  assert.deepEqual([await status(short), await status(token)], [401, 200]);
  app.clock.set(testStart);
});

test('signing out ends only this session, immediately, and signing out twice is no error', async () => {
  const { id, token } = await naledi(app);
  const phone = await tokenOf(app, id);
  assert.equal((await callApi(app, logout, {}, { token })).status, 200);
  assert.deepEqual([await status(token), await status(phone)], [401, 200]);
  assert.equal((await callApi(app, logout, {}, { token })).status, 401);
});

test('a new password ends all sessions of this user and no others', async () => {
  const { id, token } = await naledi(app);
  const other = await tokenOf(app, id);
  const { email } = await app.db
    .selectFrom('users')
    .where('id', '=', id)
    .select('email')
    .executeTakeFirstOrThrow();
  const at = app.clock.now();
  const link = await makePasswordLink(app.db, { id, email }, at, mailedLinkMs);
  const body = { email, token: link, newPassword: 'Another1' };
  assert.equal((await callApi(app, resetPassword, { body })).status, 200);
  assert.deepEqual(
    [await status(token), await status(other), await status(admin.token)],
    [401, 401, 200],
  );
});

test('a deleted account has no session', async () => {
  const { id, token } = await naledi(app);
  await app.db.deleteFrom('users').where('id', '=', id).execute();
  assert.equal(await status(token), 401);
});

test('a removed account has no session, even if none was ended explicitly', async () => {
  const { id, token } = await naledi(app);
  const removed_at = app.clock.now();
  await app.db.updateTable('users').set({ removed_at }).where('id', '=', id).execute();
  assert.equal(await status(token), 401);
});

test('the token is accepted only in the header, with any letter case of Bearer', async () => {
  const { token } = await naledi(app);
  const url = '/api/companyinfos';
  for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`]) {
    const reply = await app.fastify.inject({ url, headers: { authorization } });
    assert.equal(reply.statusCode, 200);
  }
  for (const headers of [{ authorization: token }, { cookie: `token=${token}` }, { token }]) {
    const reply = await app.fastify.inject({ url: `${url}?token=${token}`, headers });
    assert.equal(reply.statusCode, 401);
  }
});

test("a Member's session can access the user's own member record", async () => {
  const pieter = await registered(app, { email: 'pieter@example.org' });
  const token = await tokenOf(app, pieter.userId);
  const own = await callApi(app, getMember, { params: { id: pieter.memberId } }, { token });
  assert.equal(own.data.email, pieter.email);
});

const unattended = { [unattendedHeader]: '1' };
const own = (token: string, headers: Record<string, string> = {}) =>
  callApi(app, listOwnSessions, {}, { token, headers });
const lastUse = async (userId: string) =>
  (
    await app.db
      .selectFrom('sessions')
      .select('last_used_at')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).last_used_at;

test('an administrator who does nothing for an hour is signed out and told why, a member is not', async () => {
  const member = await registered(app, { email: 'not-idle@example.org' });
  const members = await tokenOf(app, member.userId);
  const { token } = await naledi(app);
  app.clock.set('2027-03-10T09:02:59Z');
  assert.equal((await own(token, unattended)).status, 200, 'not before a full hour');
  app.clock.set('2027-03-10T09:03:00Z');
  const reply = await own(token);
  assert.deepEqual([reply.status, reply.message], [401, idleMessage]);
  assert.equal((await own(token)).status, 401, 'trying does not bring it back');
  app.clock.set('2027-03-10T15:59:00Z');
  assert.equal((await own(members)).status, 200);
  app.clock.set(testStart);
});

test('the last use is written every three minutes at most, and not by a page that nobody attends', async () => {
  const { id, token } = await naledi(app);
  for (const [at, headers, expected] of [
    ['08:02:59', {}, null],
    ['08:03:00', unattended, null],
    ['08:03:01', {}, '08:03:01'],
    ['08:06:00', {}, '08:03:01'],
    ['08:40:00', unattended, '08:03:01'],
    ['08:41:00', {}, '08:41:00'],
  ] as const) {
    app.clock.set(`2027-03-10T${at}Z`);
    assert.equal((await own(token, headers)).status, 200);
    const written = (await lastUse(id))?.toISOString().slice(11, 19) ?? null;
    assert.equal(written, expected, at);
  }
  app.clock.set('2027-03-10T09:44:00Z');
  assert.equal((await own(token, unattended)).status, 401, 'polling does not keep it alive');
  app.clock.set(testStart);
});

test('of twenty calls at once, all succeed and one notes the use', async () => {
  const { id, token } = await naledi(app);
  app.clock.set('2027-03-10T08:10:00Z');
  const replies = await Promise.all(Array.from({ length: 20 }, () => own(token)));
  assert.ok(replies.every(({ status: each }) => each === 200));
  assert.equal((await lastUse(id))?.toISOString(), '2027-03-10T08:10:00.000Z');
  app.clock.set(testStart);
});

test('a user sees the own devices with their last use, and signs one out', async () => {
  const { email, userId } = await registered(app, { email: 'devices@example.org' });
  const body = { email, password };
  const userAgent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
  const headers = { 'user-agent': userAgent };
  const { token } = (await callApi(app, login, { body }, { headers })).data;
  app.clock.set('2027-03-10T08:30:00Z');
  const lost = await tokenOf(app, userId);
  const { data } = await own(token);
  assert.deepEqual(
    data
      .map(({ id: _, ...device }) => device)
      .toSorted((one, other) => Number(one.isCurrent) - Number(other.isCurrent)),
    [
      {
        startedUtc: '2027-03-10T08:30:00.000Z',
        lastUsedUtc: '2027-03-10T08:30:00.000Z',
        device: 'Unknown device',
        isCurrent: false,
      },
      {
        startedUtc: '2027-03-10T08:00:00.000Z',
        lastUsedUtc: '2027-03-10T08:30:00.000Z',
        device: 'Chrome on Windows',
        isCurrent: true,
      },
    ],
  );
  const params = { id: data.find(({ isCurrent }) => !isCurrent)?.id ?? '' };
  const stranger = await naledi(app);
  await callApi(app, endOwnSession, { params }, stranger);
  assert.equal((await own(lost)).status, 200, 'only the own ones');
  assert.equal((await callApi(app, endOwnSession, { params }, { token })).status, 204);
  assert.deepEqual([(await own(lost)).status, (await own(token)).status], [401, 200]);
  assert.equal((await callApi(app, endOwnSession, { params }, { token })).status, 204);
  assert.equal((await callApi(app, endOwnSessions, {}, { token })).status, 204);
  assert.equal((await own(token)).status, 401);
  app.clock.set(testStart);
});

test('an administrator sees where a user is signed in, and ends all sessions', async () => {
  const { id, token } = await naledi(app);
  const { email, userId } = await registered(app, { email: 'ended@example.org' });
  const { token: members } = (await callApi(app, login, { body: { email, password } })).data;
  const params = { id: userId };
  const listed = await callApi(app, listUserSessions, { params }, { token });
  assert.deepEqual(
    listed.data.map(({ isCurrent }) => isCurrent),
    [false],
  );
  assert.equal((await callApi(app, listUserSessions, { params }, { token: members })).status, 403);
  assert.equal((await callApi(app, endUserSessions, { params }, { token: members })).status, 403);
  assert.equal((await callApi(app, endUserSessions, { params }, { token })).status, 204);
  assert.equal((await own(members)).status, 401);
  assert.deepEqual((await callApi(app, listUserSessions, { params }, { token })).data, []);
  const unknown = { params: { id: '3f2c1c8e-0000-4000-8000-000000000000' } };
  assert.equal((await callApi(app, endUserSessions, unknown, { token })).status, 404);
  const [entry] = await auditEntriesOf(app, userId);
  assert.deepEqual([entry?.action, entry?.by_user_id], ['endUserSessions', id]);
});
