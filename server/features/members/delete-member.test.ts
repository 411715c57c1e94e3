import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { checkEmail, login } from '#contract/auth/endpoints.ts';
import { requestResetToken } from '#contract/auth/first-password.ts';
import { deleteMember, getMember, searchMembers } from '#contract/members/endpoints.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { storePicture } from '#server/platform/files/stored-files.ts';
import { voidMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { allRows, openInvoice, rowsOf } from '#test/support/assertions.ts';
import {
  entered,
  mokoenaChildren,
  naledi,
  password,
  registered,
  tokenOf,
  typeId,
} from '#test/support/people.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const family = await typeId(app, familyTypeName);
const remove = (id: string) => callApi(app, deleteMember, { params: { id } }, { token });
const read = (id: string, manner = { token }) =>
  callApi(app, getMember, { params: { id } }, manner);
const settle = (invoiceId: string) => settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });

/** A family that has registered and has not paid. */
const mokoenas = (email: string) =>
  registered(app, { email, memberTypeId: family, relatives: mokoenaChildren });

test('a member who never paid is deleted with user and relatives, and the invoice stays as void', async () => {
  const before = await allRows(app);
  const { memberId, userId, invoiceId } = await mokoenas('gone@example.org');
  const session = await tokenOf(app, userId);
  const by = { userId, sessionId: userId, role: 'Member', memberId };
  const picture = await storePicture({ ...app.ctx(), by }, Buffer.from('a picture'));
  await app.db
    .updateTable('users')
    .set({ profile_picture: picture })
    .where('id', '=', userId)
    .execute();
  const record = (await read(memberId)).data;
  const { status, text } = await remove(memberId);
  assert.deepEqual([status, text], [204, '']);
  const after = await allRows(app);
  assert.deepEqual(
    [after.users, after.members, after.member_relatives, after.invoices],
    [before.users, before.members, before.member_relatives, before.invoices + 1],
  );
  assert.deepEqual(await app.db.selectFrom('files').select('id').execute(), []);
  const { invoice } = await rowsOf(app, invoiceId);
  assert.deepEqual(
    [invoice.member_id, invoice.member_type_id, invoice.void_reason, invoice.payer_email],
    [null, null, 'The member was deleted', 'gone@example.org'],
  );
  assert.equal((await read(memberId)).status, 404);
  assert.equal((await read(memberId, { token: session })).status, 401);
  assert.equal((await remove(memberId)).status, 404);
  const taken = await callApi(app, checkEmail, { query: { email: 'gone@example.org' } });
  assert.equal(taken.data, false);
  const [note] = await auditEntriesOf(app, memberId);
  assert.deepEqual([note?.action, note?.before, note?.after], ['deleteMember', record, {}]);
});

test('the sign-ins of a member who never paid leave the security record with the member', async () => {
  const email = 'signed-in@example.org';
  const { memberId, userId } = await mokoenas(email);
  await callApi(app, login, { body: { email, password } });
  const events = app.db.selectFrom('security_events').select('id');
  const own = await events.where('user_id', '=', userId).execute();
  assert.notDeepEqual(own, []);
  await remove(memberId);
  const ids = own.map(({ id }) => id);
  assert.deepEqual(await events.where('id', 'in', ids).execute(), []);
});

test('the invitation of a member who was deleted is not sent', async () => {
  const { id, userID, email } = await entered(app, token, { email: 'mistake@example.org' });
  await remove(id);
  const mails = app.db.selectFrom('mails').select('id').where('to_email', '=', email);
  assert.deepEqual(await mails.execute(), []);
  assert.equal((await callApi(app, requestResetToken, { body: { userId: userID } })).status, 400);
});

test('a member who paid is archived: not listed, signed out, unable to sign in, and still readable', async () => {
  const email = 'kept@example.org';
  const { memberId, userId, invoiceId } = await mokoenas(email);
  await settle(invoiceId);
  const earlier = await openInvoice(app, memberId, familyTypeName);
  await voidMembershipInvoice(app.ctx(), memberId, 'Asked for twice');
  const open = await openInvoice(app, memberId, familyTypeName);
  const session = await tokenOf(app, userId);
  const before = (await read(memberId)).data;
  assert.equal((await remove(memberId)).status, 204);
  assert.deepEqual((await read(memberId)).data, {
    ...before,
    archivedUtc: '2027-03-10T08:00:00.000Z',
  });
  assert.equal((await read(memberId, { token: session })).status, 401);
  const found = await callApi(app, searchMembers, { body: { email } }, { token });
  assert.equal(found.data.totalCount, 0);
  const signIn = (address: string) => callApi(app, login, { body: { email: address, password } });
  const [own, unknown] = [await signIn(email), await signIn('nobody@example.org')];
  assert.deepEqual([own.status, own.text], [401, unknown.text]);
  const { invoice } = await rowsOf(app, open);
  assert.deepEqual([invoice.void_reason, invoice.member_id], ['The member was archived', memberId]);
  assert.equal((await rowsOf(app, invoiceId)).invoice.voided_at, null);
  assert.equal((await rowsOf(app, earlier)).invoice.void_reason, 'Asked for twice');
  assert.equal((await callApi(app, checkEmail, { query: { email } })).data, false);
  assert.equal((await remove(memberId)).status, 204, 'repeating it succeeds');
  const notes = await auditEntriesOf(app, memberId);
  assert.deepEqual(
    notes.map(({ action, after }) => [action, after]),
    [['archiveMember', { archivedUtc: '2027-03-10T08:00:00.000Z' }]],
  );
});

test('a member with an unpaid period is archived too', async () => {
  const memberStatusID = await statusId(app.db, statusNames.active);
  const { id } = await entered(app, token, { email: 'gift@example.org', memberStatusID });
  await remove(id);
  assert.notEqual((await read(id)).data.archivedUtc, null);
});

test('a member with a payment for a void invoice is archived too', async () => {
  const { memberId, invoiceId } = await mokoenas('credit@example.org');
  const voided = { voided_at: app.clock.now(), void_reason: 'A mistake' };
  await app.db.updateTable('invoices').set(voided).where('id', '=', invoiceId).execute();
  const payment = { invoiceId, source: 'payfast', externalReference: 'pf-1' } as const;
  assert.equal((await settleInvoice(app.ctx(), payment)).outcome, 'credit');
  await remove(memberId);
  assert.notEqual((await read(memberId)).data.archivedUtc, null);
});

test('the user of an administrator who is also a member is not deleted', async () => {
  const { memberId, userId } = await registered(app, { email: 'both@example.org' });
  await app.db.updateTable('users').set({ role: 'Admin' }).where('id', '=', userId).execute();
  assert.equal((await remove(memberId)).status, 204);
  const user = app.db.selectFrom('users').select('id').where('id', '=', userId);
  assert.notEqual(await user.executeTakeFirst(), undefined);
});

test('only administrators can delete members, and an unknown member gets a 404', async () => {
  const { memberId, userId } = await registered(app, { email: 'mine@example.org' });
  const own = { token: await tokenOf(app, userId) };
  assert.equal((await callApi(app, deleteMember, { params: { id: memberId } }, own)).status, 403);
  assert.equal((await remove(randomUUID())).status, 404);
  assert.equal((await remove('me')).status, 400);
});
