import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { login, resetPassword } from '#contract/auth/endpoints.ts';
import { requestResetToken } from '#contract/auth/first-password.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import {
  createMember,
  deleteMember,
  getMember,
  searchMembers,
  updateMember,
} from '#contract/members/endpoints.ts';
import { previewDeletion, restoreMember, restoreTexts } from '#contract/members/archive.ts';
import { searchRelatives } from '#contract/members/relatives.ts';
import { previewRenewals } from '#contract/renewals/endpoints.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { register } from '#server/features/registration/register.ts';
import { openTestApp } from '#test/support/app.ts';
import { archive, membershipOf, setStatusByHand } from '#test/support/assertions.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import {
  mokoenaChildren,
  naledi,
  password,
  registered,
  sibusisosForm,
  thandisForm,
  tokenOf,
  typeId,
} from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const restore = (id: string, as: { token?: string } = { token }) =>
  callApi(app, restoreMember, { params: { id } }, as);
const read = async (id: string) =>
  (await callApi(app, getMember, { params: { id } }, { token })).data;

/** A member who paid in March 2027 and was archived. */
async function archived(email: string, changes: object = {}) {
  const member = await registered(app, { email, ...changes });
  await settleInvoice(app.ctx(), { invoiceId: member.invoiceId, source: 'administrator' });
  await callApi(app, deleteMember, { params: { id: member.memberId } }, { token });
  return member;
}

const invitationsTo = (email: string) =>
  app.db
    .selectFrom('mails')
    .select('about')
    .where('kind', '=', 'invitation')
    .where('to_email', '=', email)
    .execute();

test('a restored member has the number, the periods and the relatives of before', async () => {
  const email = 'back@example.org';
  const memberTypeId = await typeId(app, familyTypeName);
  const { memberId } = await archived(email, { memberTypeId, relatives: mokoenaChildren });
  const before = await membershipOf(app, memberId);
  const { status, data } = await restore(memberId);
  assert.equal(status, 200);
  assert.equal(data.archivedUtc, null);
  assert.deepEqual(await membershipOf(app, memberId), before);
  const found = await callApi(app, searchMembers, { body: { email } }, { token });
  assert.equal(found.data.totalCount, 1);
  const body = { mainMemberId: memberId };
  const relatives = await callApi(app, searchRelatives, { body }, { token });
  assert.equal(relatives.data.totalCount, 4);
  const [entry] = await auditEntriesOf(app, memberId);
  assert.equal(entry?.action, 'archiveMember');
  const last = (await auditEntriesOf(app, memberId)).at(-1);
  assert.equal(last?.action, 'restoreMember');
  assert.equal(last?.after['archivedUtc'], null);
});

test('the sign-in gets a new id, and the old password, session and link do not work', async () => {
  const email = 'new-id@example.org';
  const member = await registered(app, { email });
  const { memberId, userId } = member;
  await settleInvoice(app.ctx(), { invoiceId: member.invoiceId, source: 'administrator' });
  const session = await tokenOf(app, userId);
  await callApi(app, deleteMember, { params: { id: memberId } }, { token });
  const { data } = await restore(memberId);
  assert.notEqual(data.userID, userId);
  assert.deepEqual([data.hasPassword, data.invitedUtc], [false, '2027-03-10T08:00:00.000Z']);
  const own = await callApi(app, getMember, { params: { id: memberId } }, { token: session });
  assert.equal(own.status, 401);
  const signIn = (word: string) => callApi(app, login, { body: { email, password: word } });
  assert.equal((await signIn(password)).status, 401);
  const old = await callApi(app, requestResetToken, { body: { userId } });
  assert.equal(old.status, 400);
  assert.deepEqual(await invitationsTo(email), [
    { about: { userId: data.userID, isReturn: true } },
  ]);
  const link = (await callApi(app, requestResetToken, { body: { userId: data.userID } })).data;
  const body = { ...link, newPassword: 'Chosen123' };
  assert.equal((await callApi(app, resetPassword, { body })).status, 200);
  assert.equal((await signIn('Chosen123')).status, 200);
});

test('nobody is mailed at an address that is older than a restored backup', async () => {
  const bringBack = {
    'old-restored@example.org': (id: string) => restore(id),
    'old-entered@example.org': async (_id: string, email: string) =>
      callApi(app, createMember, { body: await sibusisosForm(app, { email }) }, { token }),
  };
  for (const [email, back] of Object.entries(bringBack)) {
    const { memberId, userId } = await archived(email);
    await app.db
      .updateTable('users')
      .set({ is_address_old: true })
      .where('id', '=', userId)
      .execute();
    const { data } = await back(memberId, email);
    assert.deepEqual([data.archivedUtc, data.invitedUtc], [null, null], email);
    assert.deepEqual(await invitationsTo(email), []);
    // The next address is invited.
    const next = `next-${email}`;
    const body = { email: next };
    await callApi(app, updateMember, { params: { id: memberId }, body }, { token });
    assert.equal((await invitationsTo(next)).length, 1);
  }
});

test('a member who was Deactivated stays so and is not invited', async () => {
  const email = 'deactivated@example.org';
  const { memberId, userId } = await archived(email);
  await setStatusByHand(app, memberId, statusNames.deactivated, adminId);
  const { data } = await restore(memberId);
  assert.deepEqual(
    [data.memberStatusName, data.deactivatedReason, data.invitedUtc],
    [statusNames.deactivated, 'By hand', null],
  );
  assert.notEqual(data.userID, userId);
  assert.deepEqual(await invitationsTo(email), []);
});

test('an administrator who is also a member keeps the sign-in', async () => {
  const { memberId, userId } = await archived('both@example.org');
  await app.db.updateTable('users').set({ role: 'Admin' }).where('id', '=', userId).execute();
  const { data } = await restore(memberId);
  assert.deepEqual([data.userID, data.hasPassword, data.archivedUtc], [userId, true, null]);
});

test('restoring again changes nothing', async () => {
  const { memberId } = await archived('again@example.org');
  const first = (await restore(memberId)).data;
  const { status, data } = await restore(memberId);
  assert.equal(status, 200);
  assert.deepEqual(data, first);
});

test('if another user has the address now, nothing is restored, and the message says what to do', async () => {
  const email = 'shared@example.org';
  const { memberId, userId } = await archived(email);
  const removed = { removed_at: app.clock.now() };
  await app.db.updateTable('users').set(removed).where('id', '=', userId).execute();
  const { id: other } = await naledi(app);
  await app.db.updateTable('users').set({ email }).where('id', '=', other).execute();
  const { status, message } = await restore(memberId);
  assert.deepEqual([status, message], [409, restoreTexts.addressTaken(email)]);
  assert.notEqual((await read(memberId)).archivedUtc, null);
});

test('of twenty concurrent calls one restores: one new id, one invitation, one audit entry', async () => {
  const email = 'crowd@example.org';
  const { memberId } = await archived(email);
  const replies = succeeded(await concurrently(20, () => restore(memberId)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(replies.map(({ data }) => data.userID)).size, 1);
  assert.equal((await invitationsTo(email)).length, 1);
  const entries = await auditEntriesOf(app, memberId);
  assert.equal(entries.filter(({ action }) => action === 'restoreMember').length, 1);
});

test('a person who registers again while the member is restored gets the same record or a refusal', async () => {
  const email = 'race@example.org';
  const { memberId } = await archived(email);
  const form = await thandisForm(app, { email });
  const outcomes = await concurrently<unknown>(20, (n) =>
    n % 2 === 0 ? restore(memberId) : register(app.ctx(), form),
  );
  for (const error of failed(outcomes)) assert.equal((error as { status?: number }).status, 409);
  const members = await app.db
    .selectFrom('members')
    .select(['id', 'archived_at'])
    .where('email', '=', email)
    .execute();
  assert.deepEqual(members, [{ id: memberId, archived_at: null }]);
});

test('only administrators restore, and an unknown member gets a 404', async () => {
  const { memberId } = await archived('closed@example.org');
  const { userId } = await registered(app, { email: 'nosy@example.org' });
  assert.equal((await restore(memberId, { token: await tokenOf(app, userId) })).status, 403);
  assert.equal((await restore(memberId, {})).status, 401);
  assert.equal((await restore(randomUUID())).status, 404);
  assert.equal((await restore('me')).status, 400);
});

test('archived members are listed on request, and a renewal never includes them', async () => {
  const email = 'listed@example.org';
  const { memberId } = await archived(email);
  const search = async (isArchived: boolean | null) => {
    const body = { email, isArchived };
    const { data } = await callApi(app, searchMembers, { body }, { token });
    return data.results.map(({ id }) => id);
  };
  assert.deepEqual(await search(true), [memberId]);
  assert.deepEqual(await search(false), []);
  assert.deepEqual(await search(null), []);
  const body = { filters: { isArchived: true }, sendAll: true };
  const { data } = await callApi(app, previewRenewals, { body }, { token });
  assert.equal(data.toSend, 0);
});

test('the server says before a deletion whether the record would be archived or deleted', async () => {
  const outcomeOf = async (id: string) =>
    (await callApi(app, previewDeletion, { params: { id } }, { token })).data.outcome;
  const never = await registered(app, { email: 'never-paid@example.org' });
  assert.equal(await outcomeOf(never.memberId), 'deleted');
  const paid = await registered(app, { email: 'paid@example.org' });
  await settleInvoice(app.ctx(), { invoiceId: paid.invoiceId, source: 'administrator' });
  assert.equal(await outcomeOf(paid.memberId), 'archived');
  await archive(app, never.memberId);
  assert.equal(await outcomeOf(never.memberId), 'archived');
});
