import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { changePassword } from '#contract/auth/change-password.ts';
import { login, resetPassword, signInTexts } from '#contract/auth/endpoints.ts';
import { confirmTwoStep, startTwoStep, twoStepTexts } from '#contract/auth/two-step.ts';
import { sentences } from '#server/errors.ts';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered, tokenOf } from '#test/support/people.ts';
import { codeOf } from '#test/support/two-step/app-codes.ts';
import { setUpTwoStep } from '#test/support/two-step/set-up.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { countAttempt } from './sign-in-throttle.ts';
import { makePasswordLink, mailedLinkMs } from './password-links.ts';

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
const unproxied = await openTestApp({ RATE_LIMITS: 'on' });
const thandi = await registered(app);
const wrong = 'Wrong123';
let clients = 0;

/** Each test uses its own client addresses. */
let home = '';
beforeEach(() => {
  clients += 1;
  home = `198.51.${clients}.1`;
  app.clock.set(testStart);
});

const signIn = (typed: string, { email = thandi.email, from = home, to = app } = {}) =>
  callApi(
    to,
    login,
    { body: { email, password: typed } },
    { headers: { 'x-forwarded-for': from } },
  );

async function times(count: number, attempt: (n: number) => ReturnType<typeof signIn>) {
  const statuses = [];
  for (let n = 0; n < count; n += 1) statuses.push((await attempt(n)).status);
  return statuses;
}

/** Counts failed attempts directly, because checking a password for each takes too long. */
async function failed(count: number, email = thandi.email): Promise<void> {
  for (let n = 0; n < count; n += 1) await countAttempt(app.ctx(), email, home);
}

const all = (status: number, count: number) => Array<number>(count).fill(status);

test('after ten failures even the right password is blocked, and the reply says for how long', async () => {
  assert.deepEqual(await times(10, () => signIn(wrong)), all(401, 10));
  const reply = await signIn(password);
  assert.equal(reply.status, 429);
  assert.equal(reply.message, 'Too many attempts. Please wait 15 minutes, or reset your password.');
  assert.equal(reply.headers['retry-after'], '900');
  app.clock.set('2027-03-10T08:10:00Z');
  assert.equal((await signIn(password)).headers['retry-after'], '300');
});

test('sign-in with an unknown address is blocked in the same way', async () => {
  const attempt = () => signIn(wrong, { email: `nobody-${home}@example.org` });
  assert.deepEqual(await times(11, attempt), [...all(401, 10), 429]);
});

test('the owner can sign in from another client while one client is blocked', async () => {
  await failed(10);
  assert.equal((await signIn(password)).status, 429);
  assert.equal((await signIn(password, { from: '203.0.113.99' })).status, 200);
});

test('the block ends fifteen minutes after the failures, and blocked attempts do not extend it', async () => {
  await failed(10);
  app.clock.set('2027-03-10T08:14:59Z');
  assert.deepEqual(await times(5, () => signIn(password)), all(429, 5));
  app.clock.set('2027-03-10T08:15:00Z');
  assert.equal((await signIn(password)).status, 200);
});

test('a successful sign-in resets the count of failures', async () => {
  for (let round = 0; round < 3; round += 1) {
    await failed(9);
    assert.equal((await signIn(password)).status, 200);
  }
});

test('fifty failures block a client for every address, and other clients are not affected', async () => {
  for (let n = 0; n < 48; n += 1) await failed(1, `guess-${n}@example.org`);
  const guess = (n: number) => signIn(wrong, { email: `another-${n}@example.org` });
  assert.deepEqual(await times(4, guess), [401, 401, 429, 429]);
  assert.equal((await signIn(password)).status, 429);
  assert.equal((await signIn(password, { from: '203.0.113.98' })).status, 200);
});

test('of thirty concurrent attempts, ten are checked', async () => {
  const email = `many-${home}@example.org`;
  const replies = await Promise.all(Array.from({ length: 30 }, () => signIn(wrong, { email })));
  assert.equal(replies.filter((reply) => reply.status === 401).length, 10);
  assert.equal(replies.filter((reply) => reply.status === 429).length, 20);
});

test('resetting the password ends the block, as the message promises', async () => {
  const pieter = await registered(app, { email: 'pieter@example.org' });
  await failed(10, pieter.email);
  assert.equal((await signIn(password, { email: pieter.email })).status, 429);
  const user = { id: pieter.userId, email: pieter.email };
  const token = await makePasswordLink(app.db, user, app.clock.now(), mailedLinkMs);
  const body = { email: pieter.email, token, newPassword: 'Another1' };
  assert.equal((await callApi(app, resetPassword, { body })).status, 200);
  assert.equal((await signIn('Another1', { email: pieter.email })).status, 200);
});

test('all addresses of one IPv6 network count as one client', async () => {
  const email = 'six@example.org';
  const attempt = (n: number) => signIn(wrong, { email, from: `2001:db8:0:${clients}::${n}` });
  assert.deepEqual(await times(11, attempt), [...all(401, 10), 429]);
  const next = await signIn(wrong, { email, from: `2001:db8:1:${clients}::1` });
  assert.equal(next.status, 401);
});

test('one IPv6 line has four times the attempts of a client, and one site sixteen times', async () => {
  const from = (n: number) => `2001:db8:7:${(0x100 + n).toString(16)}`;
  const email = 'line@example.org';
  for (let n = 0; n < 40; n += 1) await countAttempt(app.ctx(), email, `${from(n)}::/64`);
  const attempt = async (address: string) =>
    (await signIn(wrong, { email, from: `${address}::1` })).status;
  assert.deepEqual([await attempt(from(50)), await attempt('2001:db8:7:200')], [429, 401]);
  for (let n = 0; n < 119; n += 1) {
    await countAttempt(app.ctx(), email, `2001:db8:7:${(0x300 + n * 0x100).toString(16)}::/64`);
  }
  assert.deepEqual([await attempt('2001:db8:7:fff0'), await attempt('2001:db8:8:1')], [429, 401]);
});

test('only the part of the header that the trusted proxy wrote counts', async () => {
  const email = 'spoof@example.org';
  const attempt = (n: number) => signIn(wrong, { email, from: `192.0.2.${n}, ${home}` });
  assert.deepEqual(await times(11, attempt), [...all(401, 10), 429]);
  const garbage = await signIn(wrong, { email, from: 'x'.repeat(5000) });
  assert.equal(garbage.status, 401);
});

test('without TRUST_PROXY a forwarding header changes nothing', async () => {
  const email = 'spoof@example.org';
  const attempt = (n: number) => signIn(wrong, { email, from: `192.0.2.${n}`, to: unproxied });
  assert.deepEqual(await times(11, attempt), [...all(401, 10), 429]);
});

test('public calls are limited per client, without a session', async () => {
  const ask1 = (from: string) =>
    callApi(app, listMemberTypes, {}, { headers: { 'x-forwarded-for': from } });
  for (let n = 0; n < 120; n += 1) assert.equal((await ask1(home)).status, 200);
  const reply = await ask1(home);
  assert.deepEqual(
    [reply.status, reply.message],
    [429, 'Too many requests. Please wait a moment and try again.'],
  );
  assert.ok(Number(reply.headers['retry-after']) > 0);
  assert.equal((await ask1('203.0.113.97')).status, 200);
});

/** An administrator with two-step sign-in. The code of the set-up is used, so two minutes pass. */
async function withTwoStep() {
  const { id, token } = await naledi(app);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { key } = await setUpTwoStep(app, token);
  app.clock.set('2027-03-10T08:02:00Z');
  return { id, email, key };
}

test('with two-step sign-in, a new password does not lift the block, so that nobody goes on guessing codes', async () => {
  const { id, email } = await withTwoStep();
  await failed(10, email);
  const token = await makePasswordLink(app.db, { id, email }, app.clock.now(), mailedLinkMs);
  const body = { email, token, newPassword: 'Another1' };
  assert.equal((await callApi(app, resetPassword, { body })).status, 200);
  assert.equal((await signIn('Another1', { email })).status, 429);
  app.clock.set('2027-03-10T08:17:01Z');
  assert.equal((await signIn('Another1', { email })).message, 'Enter the code from your app.');
});

test('wrong codes of two-step sign-in count like wrong passwords, and a request for the code does not clear them', async () => {
  const { email, key } = await withTwoStep();
  const withCode = (code?: string) =>
    callApi(
      app,
      login,
      { body: { email, password, ...(code === undefined ? {} : { code }) } },
      { headers: { 'x-forwarded-for': home } },
    );
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await withCode('000000')).status, 401);
    assert.equal((await withCode()).message, 'Enter the code from your app.');
  }
  assert.equal((await withCode(codeOf(key, app.clock.now()))).status, 429);
  // Another client is not blocked, and its success clears its own failures.
  home = `198.52.${clients}.1`;
  for (let n = 0; n < 4; n += 1) await withCode('000000');
  assert.equal((await withCode(codeOf(key, app.clock.now()))).status, 200);
  assert.equal((await withCode('000000')).status, 401);
});

test('ten wrong codes from as many clients block the codes, and a recovery code still works', async () => {
  const { id, token } = await naledi(app);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { key, reply } = await setUpTwoStep(app, token);
  app.clock.set('2027-03-10T08:02:00Z');
  const enter = (code: string | undefined, n: number) => {
    const body = { email, password, ...(code === undefined ? {} : { code }) };
    return callApi(app, login, { body }, { headers: { 'x-forwarded-for': `192.0.2.${n}` } });
  };
  const right = codeOf(key, app.clock.now());
  const guess = right === '000000' ? '000001' : '000000';
  const outcomes = await Promise.all(Array.from({ length: 12 }, (_, n) => enter(guess, n)));
  const statuses = outcomes.map(({ status }) => status).toSorted((one, two) => one - two);
  assert.deepEqual(statuses, [...all(401, 10), 429, 429]);
  const blocked = await enter(right, 13);
  assert.deepEqual([blocked.status, blocked.message], [429, twoStepTexts.tooManyCodes]);
  assert.equal((await enter(undefined, 14)).message, signInTexts.enterCode);
  assert.equal((await enter(reply.data.recoveryCodes[0], 15)).status, 200);
  app.clock.set('2027-03-10T09:02:00Z');
  assert.equal((await enter(codeOf(key, app.clock.now()), 16)).status, 200);
});

test('ten wrong passwords in a session, in all of its checks and from any client, end it', async () => {
  const { id, token } = await naledi(app);
  const elsewhere = await tokenOf(app, id);
  const ask = (typed: string, n: number, by = token) =>
    callApi(
      app,
      startTwoStep,
      { body: { password: typed } },
      { token: by, headers: { 'x-forwarded-for': `192.0.2.${100 + n}` } },
    );
  assert.equal((await ask(password, 0)).status, 200, 'a right one does not count');
  for (let n = 1; n <= 9; n += 1) assert.equal((await ask(wrong, n)).status, 400);
  const change = { currentPassword: wrong, newPassword: 'Leopard2' };
  assert.equal((await callApi(app, changePassword, { body: change }, { token })).status, 400);
  // Nor does waiting help.
  app.clock.set('2027-03-10T08:59:00Z');
  const blocked = await ask(password, 11);
  assert.deepEqual([blocked.status, blocked.message], [429, sentences.tooManyPasswords]);
  assert.equal((await ask(password, 12)).status, 401);
  assert.equal((await ask(password, 13, elsewhere)).status, 200);
});

test('after ten mistyped codes from one address a recovery code still works, and ten wrong ones end that', async () => {
  const { id, token } = await naledi(app);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { reply } = await setUpTwoStep(app, token);
  const [first, second] = reply.data.recoveryCodes;
  const enter = (code = '') =>
    callApi(
      app,
      login,
      { body: { email, password, code } },
      { headers: { 'x-forwarded-for': home } },
    );
  for (let n = 0; n < 10; n += 1) assert.equal((await enter('000000')).status, 401);
  assert.equal((await enter('000000')).status, 429);
  assert.equal((await enter(first)).status, 200);
  // Half a code is none, so it counts as before. The success has ended the block.
  for (let n = 0; n < 10; n += 1) assert.equal((await enter('1234-5678')).status, 401);
  assert.equal((await enter('1234-5678')).status, 429);
  const unknown = '0000-0000-0000-0000-0000';
  for (let n = 0; n < 10; n += 1) assert.equal((await enter(unknown)).status, 401);
  assert.equal((await enter(second)).status, 429);
});

test('wrong passwords count together with any form of the code, also of an unknown address', async () => {
  const { email, key } = await withTwoStep();
  const recovery = '1111-1111-1111-1111-1111';
  for (const address of [email, thandi.email, 'unknown@example.org']) {
    home = `198.53.${clients}.${address.length}`;
    const enter = (typed: string, code?: string) =>
      callApi(
        app,
        login,
        { body: { email: address, password: typed, ...(code === undefined ? {} : { code }) } },
        { headers: { 'x-forwarded-for': home } },
      );
    for (let n = 0; n < 5; n += 1) {
      assert.equal((await enter(wrong)).status, 401);
      assert.equal((await enter(wrong, recovery)).status, 401);
    }
    assert.equal((await enter(wrong, recovery)).status, 429, address);
    assert.equal((await enter(wrong, '123456')).status, 429, address);
    assert.equal((await enter(password, codeOf(key, app.clock.now()))).status, 429, address);
  }
});

test('ten wrong first codes end the session, and another one finishes the set-up', async () => {
  const { id, token } = await naledi(app);
  const begun = await callApi(app, startTwoStep, { body: { password } }, { token });
  const confirm = (code: string, by = token) =>
    callApi(app, confirmTwoStep, { body: { code } }, { token: by });
  const right = codeOf(begun.data.key, app.clock.now());
  const guess = right === '000000' ? '000001' : '000000';
  for (let n = 0; n < 10; n += 1) assert.equal((await confirm(guess)).status, 400);
  const blocked = await confirm(right);
  assert.deepEqual([blocked.status, blocked.message], [429, twoStepTexts.tooManyFirstCodes]);
  assert.equal((await confirm(right)).status, 401);
  assert.equal((await confirm(right, await tokenOf(app, id))).status, 200);
});
