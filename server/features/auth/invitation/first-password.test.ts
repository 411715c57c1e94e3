import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { login, resetPassword } from '#contract/auth/endpoints.ts';
import {
  checkPassword,
  firstPasswordTexts,
  requestResetToken,
} from '#contract/auth/first-password.ts';
import { sendInvitation } from '#contract/members/invitation.ts';
import { memberTexts, updateMember } from '#contract/members/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { archive, setStatusByHand } from '#test/support/assertions.ts';
import { entered, naledi, password, registered } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openTestApp, testStart } from '#test/support/app.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const isSet = async (userId: string) =>
  (await callApi(app, checkPassword, { query: { userId } })).data;
const request = (userId: string) => callApi(app, requestResetToken, { body: { userId } });
const choose = (body: { email: string; token: string }, newPassword = password) =>
  callApi(app, resetPassword, { body: { ...body, newPassword } });
const inviteAgain = (id: string) => callApi(app, sendInvitation, { params: { id } }, { token });

test('a member created by an administrator chooses the first password with the link, once, and signs in', async () => {
  const { userID, email } = await entered(app, token, { email: 'first@example.org' });
  assert.equal(await isSet(userID), false);
  const first = (await request(userID)).data;
  const second = (await request(userID)).data;
  assert.equal(second.email, email);
  assert.equal((await choose(first)).status, 400, 'a new token ends the older one');
  const links = app.db.selectFrom('password_links').select('user_id').where('user_id', '=', userID);
  assert.equal((await links.execute()).length, 1);
  assert.equal((await choose(second)).status, 200);
  assert.equal((await callApi(app, login, { body: { email, password } })).status, 200);
  assert.equal(await isSet(userID), true);
  assert.equal((await request(userID)).status, 400);
});

test('the token is valid for ten minutes and the link for fourteen days, until it is sent again', async () => {
  const member = await entered(app, token, { email: 'slow@example.org' });
  const { data } = await request(member.userID);
  app.clock.set('2027-03-10T08:10:00Z');
  assert.equal((await choose(data)).status, 400);
  app.clock.set('2027-03-24T07:59:59Z');
  assert.equal((await request(member.userID)).status, 200);
  app.clock.set('2027-03-24T08:00:00Z');
  assert.equal((await request(member.userID)).status, 400);
  assert.equal(await isSet(member.userID), false);
  const again = await callApi(app, sendInvitation, { params: { id: member.id } }, await fresh());
  assert.deepEqual([again.status, again.data.invitedUtc], [200, '2027-03-24T08:00:00.000Z']);
  assert.equal((await request(member.userID)).status, 200);
  app.clock.set(testStart);
  const mails = await app.db
    .selectFrom('mails')
    .select('about')
    .where('to_email', '=', member.email)
    .execute();
  const about = { userId: member.userID, isReturn: false };
  assert.deepEqual(mails, [{ about }, { about }]);
  const notes = await auditEntriesOf(app, member.id);
  assert.deepEqual(
    notes.map(({ action }) => action),
    ['createMember', 'sendInvitation'],
  );
});

/** The first session has expired at that time. */
async function fresh() {
  return { token: (await naledi(app)).token };
}

test('for every other user the reply is the same: a password is set, and there is no token', async () => {
  const someone = (email: string) => entered(app, token, { email });
  const archived = await someone('archived@example.org');
  await archive(app, archived.id);
  const deactivated = await someone('deactivated@example.org');
  await setStatusByHand(app, deactivated.id, statusNames.deactivated, adminId);
  const removed = await someone('removed@example.org');
  const office = await naledi(app);
  const treasurer = await naledi(app, 'Treasurer');
  const set = (id: string, change: object) =>
    app.db.updateTable('users').set(change).where('id', '=', id).execute();
  await set(removed.userID, { removed_at: app.clock.now() });
  for (const { id } of [office, treasurer]) {
    await set(id, { password_hash: null, invited_at: app.clock.now() });
  }
  // An administrator who is also a member.
  const both = await someone('both@example.org');
  await set(both.userID, { role: 'Admin' });
  const { userId } = await registered(app);
  const ids = [archived, deactivated, removed, both].map(({ userID }) => userID);
  const texts = new Set<string>();
  for (const id of [...ids, office.id, treasurer.id, userId, randomUUID()]) {
    assert.equal(await isSet(id), true);
    const reply = await request(id);
    assert.deepEqual([reply.status, reply.message], [400, firstPasswordTexts.badLink]);
    texts.add(reply.text);
  }
  assert.equal(texts.size, 1);
  for (const id of ['', 'me', '%00']) {
    assert.equal((await callApi(app, checkPassword, { query: { userId: id } })).status, 400);
    assert.equal((await request(id)).status, 400);
  }
});

test('the invitation is not sent again to a member who has a password, is archived or deactivated', async () => {
  const { memberId } = await registered(app, { email: 'has-one@example.org' });
  const one = await inviteAgain(memberId);
  assert.deepEqual([one.status, one.message], [409, firstPasswordTexts.hasPassword]);
  const two = await entered(app, token, { email: 'two@example.org' });
  await setStatusByHand(app, two.id, statusNames.deactivated, adminId);
  const shutOut = await inviteAgain(two.id);
  assert.deepEqual([shutOut.status, shutOut.message], [409, firstPasswordTexts.isDeactivated]);
  await archive(app, two.id);
  const archived = await inviteAgain(two.id);
  assert.deepEqual([archived.status, archived.message], [409, memberTexts.archived]);
  assert.equal((await inviteAgain(randomUUID())).status, 404);
});

test('of twenty concurrent uses of one member’s tokens, one sets the password and none blocks forever', async () => {
  const { userID, email } = await entered(app, token, { email: 'crowd@example.org' });
  const tokens = await Promise.all(Array.from({ length: 20 }, () => request(userID)));
  const replies = succeeded(
    await concurrently(20, (n) => choose(tokens[n]!.data, `${password} ${n}`)),
  );
  const statuses = replies.map(({ status }) => status).toSorted((one, two) => one - two);
  assert.deepEqual(statuses, [200, ...Array<number>(19).fill(400)]);
  const winner = replies.findIndex(({ status }) => status === 200);
  const body = { email, password: `${password} ${winner}` };
  assert.equal((await callApi(app, login, { body })).status, 200);
});

test('a token request waits while a password is being set, and is then refused', async () => {
  const { userID } = await entered(app, token, { email: 'meanwhile@example.org' });
  const setting = await app.db.startTransaction().execute();
  await setting
    .updateTable('users')
    .set({ password_hash: 'of another link' })
    .where('id', '=', userID)
    .execute();
  const tokenRequest = request(userID);
  await untilWaiting(app, 1);
  await setting.commit().execute();
  assert.equal((await tokenRequest).status, 400);
});

test('a token issued before the address was corrected does not work', async () => {
  const { id, userID } = await entered(app, token, { email: 'stranger@example.org' });
  const { data } = await request(userID);
  const body = { email: 'rightful@example.org' };
  await callApi(app, updateMember, { params: { id }, body }, { token });
  assert.equal((await choose(data)).status, 400);
  assert.equal((await choose({ ...data, ...body })).status, 400);
  assert.equal((await request(userID)).status, 400);
});
