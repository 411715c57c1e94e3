import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { login, resetPassword } from '#contract/auth/endpoints.ts';
import { sql } from 'kysely';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered } from '#test/support/people.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { AddressTaken, welcomeFirstAdministrator } from './welcome-first-administrator.ts';

const app = await openTestApp();
const email = 'admin@localhost';
const start = (settings: { email?: string; password?: string } = {}) =>
  welcomeFirstAdministrator(app.ctx(), { email, password: null, ...settings });

const administrators = () =>
  app.db
    .selectFrom('users')
    .where('role', '=', 'Admin')
    .select(['email', 'password_hash'])
    .execute();

beforeEach(async () => {
  app.clock.set(testStart);
  await app.db.deleteFrom('users').where('role', '=', 'Admin').execute();
});

test('the first start creates the administrator and a link that sets the password', async () => {
  const welcome = await start();
  assert.equal(welcome?.email, email);
  const body = { email, token: welcome?.token ?? '', newPassword: password };
  assert.equal((await callApi(app, resetPassword, { body })).status, 200);
  assert.equal((await callApi(app, login, { body: { email, password } })).status, 200);
  assert.equal(await start(), null);
  assert.equal((await administrators()).length, 1);
});

test('while no administrator has a password, each start creates a new link that is valid for 24 hours', async () => {
  const first = await start();
  app.clock.set('2027-03-11T07:59:59Z');
  const second = await start();
  assert.notEqual(first?.token, second?.token);
  app.clock.set('2027-03-11T08:00:00Z');
  const use = (token = '') =>
    callApi(app, resetPassword, { body: { email, token, newPassword: password } });
  assert.equal((await use(first?.token)).status, 400);
  assert.equal((await use(second?.token)).status, 200);
});

test('a new ADMIN_EMAIL changes the administrator who never signed in, and the earlier link stops working', async () => {
  const before = await start();
  const after = await start({ email: 'office@example.org' });
  assert.equal(after?.email, 'office@example.org');
  assert.equal((await administrators()).length, 1);
  const reset = (welcome: typeof before) =>
    callApi(app, resetPassword, {
      body: { email: welcome?.email ?? '', token: welcome?.token ?? '', newPassword: password },
    });
  assert.equal((await reset(before)).status, 400);
  assert.equal((await reset(after)).status, 200);
  assert.equal(await start({ email: 'another@example.org' }), null);
  const body = { email: 'office@example.org', password };
  assert.equal((await callApi(app, login, { body })).status, 200);
});

test('ADMIN_PASSWORD needs no link, even at a later start, and the printed link stops working', async () => {
  const printed = await start();
  assert.equal(await start({ password }), null);
  const body = { email, token: printed?.token ?? '', newPassword: 'Another1' };
  assert.equal((await callApi(app, resetPassword, { body })).status, 400);
  assert.equal((await callApi(app, login, { body: { email, password } })).status, 200);
});

test('ADMIN_PASSWORD never changes an existing password', async () => {
  await start({ password });
  assert.equal(await start({ password: 'Another1' }), null);
  assert.equal((await callApi(app, login, { body: { email, password } })).status, 200);
});

test('no administrator is created while one with a password exists', async () => {
  await naledi(app);
  assert.equal(await start(), null);
  assert.equal(await start({ password }), null);
  assert.equal((await administrators()).length, 1);
});

test('a removed administrator does not count as an administrator', async () => {
  const { id } = await naledi(app);
  const removed_at = app.clock.now();
  await app.db.updateTable('users').set({ removed_at }).where('id', '=', id).execute();
  assert.equal((await start())?.email, email);
});

test('ten concurrent starts create one administrator', async () => {
  // Ten open connections, so that the starts really run concurrently.
  await concurrently(10, () => sql`SELECT pg_sleep(0.05)`.execute(app.db));
  const welcomes = await Promise.all(
    Array.from({ length: 10 }, (_, n) => start({ email: `admin-${n}@localhost` })),
  );
  const [only, ...others] = await administrators();
  assert.equal(others.length, 0);
  assert.ok(welcomes.some((welcome) => welcome?.email === only?.email));
});

test("the first administrator cannot take a member's address, and the link does not open the member's account", async () => {
  const thandi = await registered(app);
  for (const settings of [{}, { password }]) {
    await assert.rejects(start({ email: thandi.email, ...settings }), AddressTaken);
  }
  assert.equal((await administrators()).length, 0);
});
