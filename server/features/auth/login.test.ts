import assert from 'node:assert/strict';
import test from 'node:test';
import { checkEmail, login } from '#contract/auth/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { callApi } from '#test/support/call.ts';
import { countHashings } from '#test/support/assertions.ts';
import { password, registered } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { openTestApp } from '#test/support/app.ts';
import { hashPassword } from './password-hash.ts';

const app = await openTestApp();
const thandi = await registered(app);
const signIn = (email: string, typed: string) =>
  callApi(app, login, { body: { email, password: typed } });

test('a user signs in with email and password, in any letter case and with spaces around the email', async () => {
  for (const email of [thandi.email, ' THANDI@Example.ORG ']) {
    const reply = await signIn(email, password);
    assert.equal(reply.status, 200);
    assert.deepEqual(Object.keys(reply.data), ['token']);
  }
});

test('a wrong password, an unknown email and a blocked user get the same reply', async () => {
  const invited = await registered(app, { email: 'invited@example.org' });
  await app.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', invited.userId)
    .execute();
  const archived = await registered(app, { email: 'archived@example.org' });
  await app.db
    .updateTable('members')
    .set({ archived_at: app.clock.now() })
    .where('id', '=', archived.memberId)
    .execute();
  const deactivated = await registered(app, { email: 'deactivated@example.org' });
  await app.db
    .updateTable('members')
    .set({ member_status_id: await statusId(app.db, statusNames.deactivated) })
    .where('id', '=', deactivated.memberId)
    .execute();
  const removed = await registered(app, { email: 'removed@example.org' });
  await app.db
    .updateTable('users')
    .set({ removed_at: app.clock.now() })
    .where('id', '=', removed.userId)
    .execute();
  const refusals = [
    await signIn(thandi.email, 'Wrong123'),
    await signIn(thandi.email, ''),
    await signIn(thandi.email, password.toLowerCase()),
    await signIn('nobody@example.org', password),
    await signIn('not an email', password),
    await signIn('\u0000', password),
    await signIn(invited.email, password),
    await signIn(archived.email, password),
    await signIn(deactivated.email, password),
    await signIn(removed.email, password),
  ];
  for (const reply of refusals) {
    assert.deepEqual([reply.status, reply.text], [401, refusals[0]?.text]);
    assert.equal(reply.message, 'Invalid credentials. Please try again.');
  }
});

test('a too long password is treated as wrong, and a missing one as invalid input', async () => {
  assert.equal((await signIn(thandi.email, 'x'.repeat(301))).status, 400);
  assert.equal((await signIn(thandi.email, 'x'.repeat(300))).status, 401);
  assert.equal((await callApi(app, login, { body: { email: thandi.email } as never })).status, 400);
});

test('the check whether an email exists ignores letter case', async () => {
  const asked = async (email: string) =>
    (await callApi(app, checkEmail, { query: { email } })).data;
  assert.deepEqual(
    [await asked(' Thandi@example.ORG'), await asked('nobody@example.org')],
    [true, false],
  );
  assert.equal((await callApi(app, checkEmail, { query: { email: 'no' } })).status, 400);
});

test('a sign-in that started with the old password gets no session after the new password is set', async () => {
  const pieter = await registered(app, { email: 'pieter@example.org' });
  const password_hash = await hashPassword('Another1');
  // Locks the account, as a reset does, until the sign-in has verified its password and waits.
  const signingIn = await app.db.transaction().execute(async (db) => {
    await db.updateTable('users').set({ password_hash }).where('id', '=', pieter.userId).execute();
    const reply = signIn(pieter.email, password);
    await untilWaiting(app, 1);
    return { reply };
  });
  assert.equal((await signingIn.reply).status, 401);
  const sessions = await app.db
    .selectFrom('sessions')
    .where('user_id', '=', pieter.userId)
    .selectAll()
    .execute();
  assert.equal(sessions.length, 0);
});

test('every sign-in computes exactly one Argon2 hash, also for an unknown user', async () => {
  const hashings = await countHashings(() => hashPassword('anything'));
  assert.equal(hashings, 1);
  for (const [email, typed] of [
    [thandi.email, password],
    [thandi.email, 'Wrong123'],
    ['nobody@example.org', password],
    ['invited@example.org', password],
    ['deactivated@example.org', password],
    ['\u0000', password],
  ] as const) {
    assert.equal(await countHashings(() => signIn(email, typed)), 1, email);
  }
});
