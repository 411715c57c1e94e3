import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { beforeEach } from 'node:test';
import { checkEmail, login, resetPassword } from '#contract/auth/endpoints.ts';
import { getPicture, uploadProfilePicture } from '#contract/files.ts';
import { register } from '#contract/registration/endpoints.ts';
import * as contract from '#contract/users/endpoints.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { makePasswordLink, mailedLinkMs } from '#server/features/auth/password-links.ts';
import { welcomeFirstAdministrator } from '#server/features/auth/welcome-first-administrator.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered, thandisForm, tokenOf } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import { openTestApp } from '#test/support/app.ts';
import { deleteUser } from './delete-user.ts';

const { userTexts: texts } = contract;
const app = await openTestApp();
let admin = { id: '', token: '' };

beforeEach(async () => {
  await app.db
    .updateTable('users')
    .set({ removed_at: app.clock.now() })
    .where('role', '<>', 'Member')
    .where('removed_at', 'is', null)
    .execute();
  admin = await naledi(app);
});

const remove = (id: string, token = admin.token) =>
  callApi(app, contract.deleteUser, { params: { id } }, { token });
const read = (id: string, token = admin.token) =>
  callApi(app, contract.getUser, { params: { id } }, { token });
const emailOf = async (id: string) => (await read(id)).data.email;
const administrators = () =>
  app.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'Admin')
    .where('removed_at', 'is', null)
    .execute();

test('a removed user appears in no search, and the address can be used again', async () => {
  const pieter = await naledi(app);
  const email = await emailOf(pieter.id);
  const link = await makePasswordLink(
    app.db,
    { id: pieter.id, email },
    app.clock.now(),
    mailedLinkMs,
  );
  const file = asFile(await halves());
  const upload = { file, body: {} };
  const { data: path } = await callApi(app, uploadProfilePicture, upload, pieter);
  const { status, text } = await remove(pieter.id);
  assert.deepEqual([status, text], [204, '']);
  const open = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', pieter.id)
    .where('ended_at', 'is', null)
    .execute();
  assert.deepEqual(open, []);

  const params = { id: path.split('/').at(-1) ?? '' };
  assert.equal((await callApi(app, getPicture, { params })).status, 404);
  assert.equal((await read(pieter.id, pieter.token)).status, 401);
  assert.equal((await read(pieter.id, await tokenOf(app, pieter.id))).status, 401);
  assert.equal((await read(pieter.id)).status, 404);
  assert.equal((await remove(pieter.id)).status, 404);
  const change = { params: { id: pieter.id }, body: { firstName: 'Back' } };
  assert.equal((await callApi(app, contract.updateUser, change, admin)).status, 404);
  const named = { file, body: { userId: pieter.id } };
  assert.equal((await callApi(app, uploadProfilePicture, named, admin)).status, 404);
  const found = await callApi(app, contract.searchUsers, { body: { email } }, admin);
  assert.equal(found.data.totalCount, 0);

  assert.equal((await callApi(app, login, { body: { email, password } })).status, 401);
  assert.equal((await callApi(app, checkEmail, { query: { email } })).data, false);
  await mailResetLink(app.ctx(), email);
  const mails = app.db
    .selectFrom('mails')
    .selectAll()
    .where('to_email', '=', email)
    .where('kind', '=', 'reset');
  assert.deepEqual(await mails.execute(), []);
  const reset = { email, token: link, newPassword: 'Another1' };
  assert.equal((await callApi(app, resetPassword, { body: reset })).status, 400);

  const entry = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', pieter.id)
    .where('action', '=', 'deleteUser')
    .executeTakeFirstOrThrow();
  assert.deepEqual([entry.subject_name, entry.by_user_id], ['Naledi Khumalo', admin.id]);

  assert.equal(
    (await callApi(app, register, { body: await thandisForm(app, { email }) })).status,
    200,
  );
  assert.equal((await callApi(app, login, { body: { email, password } })).status, 200);
});

test('a reset link of a removed user sets no password', async () => {
  const pieter = await naledi(app);
  const email = await emailOf(pieter.id);
  const token = await makePasswordLink(
    app.db,
    { id: pieter.id, email },
    app.clock.now(),
    mailedLinkMs,
  );
  await app.db
    .updateTable('users')
    .set({ removed_at: app.clock.now() })
    .where('id', '=', pieter.id)
    .execute();
  const reset = { email, token, newPassword: 'Another1' };
  assert.equal((await callApi(app, resetPassword, { body: reset })).status, 400);
});

test('an administrator cannot delete the own account or the last administrator', async () => {
  for (const id of [admin.id, admin.id.toUpperCase()]) {
    const only = await remove(id);
    assert.deepEqual([only.status, only.message], [409, texts.lastStays]);
  }
  const second = await naledi(app);
  for (const id of [second.id, second.id.toUpperCase()]) {
    const own = await remove(id, second.token);
    assert.deepEqual([own.status, own.message], [409, texts.ownStays]);
  }
  assert.equal((await remove(second.id)).status, 204);
});

test('a user with a member can only be deleted with the member, and users with other roles are removed', async () => {
  const thandi = await registered(app, { email: `${randomUUID()}@example.org` });
  const refused = await remove(thandi.userId);
  assert.deepEqual([refused.status, refused.message], [409, texts.memberStays]);
  const treasurer = await naledi(app, 'Treasurer');
  assert.equal((await remove(treasurer.id)).status, 204);
  assert.equal((await remove(randomUUID())).status, 404);
});

test('two administrators who delete each other concurrently leave one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const other = await naledi(app);
    const before = (await administrators()).length;
    const held = await app.db.startTransaction().execute();
    await held.selectFrom('users').select('id').where('role', '=', 'Admin').forUpdate().execute();
    const both = concurrently(2, (n) =>
      n === 0 ? remove(other.id) : remove(admin.id, other.token),
    );
    await untilWaiting(app, 2);
    await held.commit().execute();
    const statuses = succeeded(await both).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set([204, 401]));
    const left = await administrators();
    assert.equal(left.length, before - 1);
    const [{ id } = { id: '' }] = left;
    admin = { id, token: await tokenOf(app, id) };
  }
});

test('twenty concurrent deletions in a ring leave at least one administrator', async () => {
  const circle = [admin];
  while (circle.length < 20) circle.push(await naledi(app));
  const outcomes = await concurrently(20, (n) =>
    remove(circle[(n + 1) % 20]!.id, circle[n]!.token),
  );
  const statuses = succeeded(outcomes).map(({ status }) => status);
  assert.ok(
    statuses.every((status) => [204, 401].includes(status)),
    statuses.join(' '),
  );
  const left = await administrators();
  assert.equal(left.length, 20 - statuses.filter((status) => status === 204).length);
  assert.ok(left.length > 0);
});

test('removed administrators do not count at the start', async () => {
  await app.db
    .updateTable('users')
    .set({ removed_at: app.clock.now() })
    .where('id', '=', admin.id)
    .execute();
  const settings = { email: 'again@example.org', password: null };
  const welcome = await welcomeFirstAdministrator(app.ctx(), settings);
  assert.equal(welcome?.email, 'again@example.org');
  const [first] = await administrators();
  await assert.rejects(deleteUser(app.ctx(), first?.id ?? ''), { message: texts.lastStays });
});
