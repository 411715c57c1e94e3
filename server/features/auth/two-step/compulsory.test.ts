import assert from 'node:assert/strict';
import test, { after, beforeEach } from 'node:test';
import { changePassword } from '#contract/auth/change-password.ts';
import { login, logout } from '#contract/auth/endpoints.ts';
import {
  getTwoStep,
  getTwoStepSettings,
  startTwoStep,
  turnOffTwoStep,
  twoStepTexts,
  updateTwoStepSettings,
} from '#contract/auth/two-step.ts';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { getMember } from '#contract/members/endpoints.ts';
import { searchUsers } from '#contract/users/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { naledi, password, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { setUpTwoStep } from '#test/support/two-step/set-up.ts';

const app = await openTestApp();
const thandi = await registered(app);
const protectedOne = await naledi(app);
await setUpTwoStep(app, protectedOne.token);
const without = await naledi(app);
const firstDay = '2027-03-24';

async function require(isRequired: boolean) {
  const { id } = protectedOne;
  const token = await tokenOf(app, id);
  return callApi(app, updateTwoStepSettings, { body: { isRequired } }, { token });
}

beforeEach(async () => {
  app.clock.set(testStart);
  await require(false);
});
after(() => app.clock.set(testStart));

/** The status of a call that only administrators may make. */
async function statusFor(userId: string) {
  const token = await tokenOf(app, userId);
  return (await callApi(app, searchUsers, { body: {} }, { token })).status;
}

test('administrators have fourteen days, and after that can only set it up', async () => {
  assert.deepEqual((await require(true)).data, { isRequired: true, requiredFrom: firstDay });
  // The last instant before that day in Johannesburg.
  app.clock.set('2027-03-23T21:59:59Z');
  assert.equal(await statusFor(without.id), 200);
  const before = await callApi(app, getTwoStep, {}, { token: await tokenOf(app, without.id) });
  assert.deepEqual([before.data.requiredFrom, before.data.isSetUpDue], [firstDay, false]);

  app.clock.set('2027-03-23T22:00:00Z');
  const token = await tokenOf(app, without.id);
  const refused = await callApi(app, searchUsers, { body: {} }, { token });
  assert.deepEqual([refused.status, refused.message], [403, twoStepTexts.notSetUp]);
  const now = await callApi(app, getTwoStep, {}, { token });
  assert.deepEqual([now.data.requiredFrom, now.data.isSetUpDue], [firstDay, true]);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', without.id)
    .executeTakeFirstOrThrow();
  assert.equal((await callApi(app, login, { body: { email, password } })).status, 200);
  assert.equal((await setUpTwoStep(app, token)).reply.status, 200);
  assert.equal((await callApi(app, searchUsers, { body: {} }, { token })).status, 200);
  // On a new phone it is set up again.
  assert.equal((await callApi(app, turnOffTwoStep, { body: { password } }, { token })).status, 200);
  assert.equal((await callApi(app, searchUsers, { body: {} }, { token })).status, 403);
});

test('a set-up that was only begun does not count', async () => {
  await require(true);
  app.clock.set('2027-04-01T08:00:00Z');
  const token = await tokenOf(app, without.id);
  assert.equal((await callApi(app, startTwoStep, { body: { password } }, { token })).status, 200);
  assert.equal((await callApi(app, searchUsers, { body: {} }, { token })).status, 403);
});

test('all calls of the contract but those that set it up, the own password and the sign-out are refused', async () => {
  await require(true);
  app.clock.set('2027-04-01T08:00:00Z');
  const { id } = await naledi(app);
  const allowed: string[] = [];
  for (const { name, endpoint } of await allEndpoints()) {
    if (endpoint.access === 'anyone') continue;
    const reply = await app.fastify.inject({
      method: endpoint.method,
      url: urlOf(endpoint, thandi.memberId),
      headers: { authorization: `Bearer ${await tokenOf(app, id)}` },
    });
    const isRefused = reply.statusCode === 403 && reply.json().message === twoStepTexts.notSetUp;
    if (!isRefused) allowed.push(name);
  }
  assert.deepEqual(allowed.toSorted(), [
    'changePassword',
    'confirmTwoStep',
    'getTwoStep',
    'logout',
    'startTwoStep',
  ]);
});

test('public calls treat such an administrator as a visitor', async () => {
  await require(true);
  app.clock.set('2027-04-01T08:00:00Z');
  const params = { id: thandi.invoiceId };
  const whole = await callApi(
    app,
    getInvoice,
    { params },
    { token: await tokenOf(app, protectedOne.id) },
  );
  assert.ok('userEmail' in whole.data);
  const part = await callApi(
    app,
    getInvoice,
    { params },
    { token: await tokenOf(app, without.id) },
  );
  assert.equal(part.status, 200);
  assert.ok(!('userEmail' in part.data));
});

test('members, and administrators who have it, notice nothing', async () => {
  await require(true);
  app.clock.set('2027-04-01T08:00:00Z');
  assert.equal(await statusFor(protectedOne.id), 200);
  const token = await tokenOf(app, thandi.userId);
  const params = { id: thandi.memberId };
  assert.equal((await callApi(app, getMember, { params }, { token })).status, 200);
  assert.equal((await callApi(app, getTwoStep, {}, { token })).status, 403);
});

test('a new administrator sets it up at the first sign-in, and the switch ends it for all', async () => {
  await require(true);
  app.clock.set('2027-05-01T08:00:00Z');
  const { id } = await naledi(app);
  assert.equal(await statusFor(id), 403);
  await require(false);
  assert.equal(await statusFor(id), 200);
});

test('switching it on again does not move the day, and a stale form is refused', async () => {
  await require(true);
  app.clock.set('2027-03-12T08:00:00Z');
  assert.equal((await require(true)).data.requiredFrom, firstDay);
  const token = await tokenOf(app, protectedOne.id);
  const { headers } = await callApi(app, getTwoStepSettings, {}, { token });
  await require(false);
  const stale = await callApi(
    app,
    updateTwoStepSettings,
    { body: { isRequired: false } },
    { token, headers: { 'if-match': String(headers['etag']) } },
  );
  assert.equal(stale.status, 412);
});

test('the own password can be changed and the session ended before it is set up', async () => {
  await require(true);
  app.clock.set('2027-04-01T08:00:00Z');
  const { token } = await naledi(app);
  const body = { currentPassword: password, newPassword: 'Leopard2' };
  assert.equal((await callApi(app, changePassword, { body }, { token })).status, 200);
  assert.equal((await callApi(app, logout, {}, { token })).status, 200);
});
