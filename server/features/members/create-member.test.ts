import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createMember, getMember, memberTexts } from '#contract/members/endpoints.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { allRows, archive, lastUsed, membershipOf } from '#test/support/assertions.ts';
import {
  entered,
  naledi,
  registered,
  sibusisosForm,
  tokenOf,
  typeId,
} from '#test/support/people.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const create = async (changes: object, headers: Record<string, string> = {}) =>
  callApi(app, createMember, { body: await sibusisosForm(app, changes) }, { token, headers });
const mailsTo = (email: string) =>
  app.db
    .selectFrom('mails')
    .select(['kind', 'to_name', 'about'])
    .where('to_email', '=', email)
    .execute();

test('a member created by an administrator is Pending, has a number, and is invited to choose a password', async () => {
  const before = await lastUsed(app, 'member');
  const email = 'first@example.org';
  const { status, data, headers } = await create({ email: ` First@Example.org ` });
  assert.equal(status, 201);
  const { id, userID, memberTypeID, memberStatusID: _pending, membershipNumber, ...rest } = data;
  assert.equal(memberTypeID, await typeId(app, 'Individual'));
  assert.equal(Number(membershipNumber), before + 1);
  assert.deepEqual(rest, {
    memberTypeName: 'Individual',
    memberStatusName: 'Pending',
    title: '',
    firstName: 'Sibusiso',
    lastName: 'Nkosi',
    email,
    phone: '',
    postalAddress: '',
    zipCode: '',
    town: null,
    province: null,
    correctedProvince: null,
    deactivatedReason: null,
    signupDate: '2027-03-10',
    paidUntil: null,
    statusSetBy: null,
    statusSetUtc: null,
    hasPassword: false,
    invitedUtc: '2027-03-10T08:00:00.000Z',
    archivedUtc: null,
  });
  assert.deepEqual(await mailsTo(email), [
    { kind: 'invitation', to_name: 'Sibusiso Nkosi', about: { userId: userID, isReturn: false } },
  ]);
  const read = await callApi(app, getMember, { params: { id } }, { token });
  assert.deepEqual([read.data, read.headers['etag'] !== undefined], [data, true]);
  assert.equal(headers['etag'], undefined);
  const [note] = await auditEntriesOf(app, id);
  assert.deepEqual(
    [note?.action, note?.by_user_id, note?.subject_name, note?.before, note?.after],
    ['createMember', adminId, `Sibusiso Nkosi (${membershipNumber})`, {}, data],
  );
});

test('type, names and email are required, the rest is optional, and each field has its error message', async () => {
  const before = await allRows(app);
  for (const [changes, field, message] of [
    [{ memberTypeID: '' }, 'memberTypeID', 'Please select a member type.'],
    [{ memberTypeID: undefined }, 'memberTypeID', 'Please select a member type.'],
    [{ memberTypeID: randomUUID() }, 'memberTypeID', 'Please select a member type.'],
    [{ firstName: ' ' }, 'firstName', 'First name is required.'],
    [{ lastName: null }, 'lastName', 'Last name is required.'],
    [{ email: '' }, 'email', 'Email is required.'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address.'],
    [{ title: 'Sir' }, 'title', 'Please select a title.'],
    [{ memberStatusID: randomUUID() }, 'memberStatusID', memberTexts.noStatus],
    [{ memberStatusID: 'Active' }, 'memberStatusID', memberTexts.noStatus],
  ] as const) {
    const { status, errors } = await create({ email: 'bad@example.org', ...changes });
    assert.deepEqual([status, errors[0]], [400, { field, message }]);
  }
  assert.deepEqual(await allRows(app), before);
  const unknown = { phone: null, postalAddress: '', zipCode: null, title: '', memberStatusID: '' };
  assert.equal((await create({ email: 'unknown@example.org', ...unknown })).status, 201);
});

test('a chosen status counts as set manually, and Active adds an unpaid period', async () => {
  const memberStatusID = await statusId(app.db, statusNames.active);
  const member = await entered(app, token, { email: 'active@example.org', memberStatusID });
  assert.deepEqual(
    [member.memberStatusName, member.statusSetBy, member.statusSetUtc, member.paidUntil],
    ['Active', 'Naledi Khumalo', '2027-03-10T08:00:00.000Z', '2028-03-09'],
  );
  const period = await app.db
    .selectFrom('membership_periods')
    .select(['entered_by', 'fee_cents', 'invoice_id'])
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(period, { entered_by: adminId, fee_cents: 0, invoice_id: null });
  const pending = await statusId(app.db, statusNames.pending);
  const waiting = await entered(app, token, { email: 'p@example.org', memberStatusID: pending });
  assert.equal(waiting.statusSetBy, null, 'Pending is the automatic status');
});

test('a member created as Deactivated needs a reason and is not invited', async () => {
  const memberStatusID = await statusId(app.db, statusNames.deactivated);
  const email = 'deactivated@example.org';
  const refused = await create({ email, memberStatusID, deactivatedReason: ' ' });
  assert.deepEqual(
    [refused.status, refused.errors],
    [400, [{ field: 'deactivatedReason', message: memberTexts.noReason }]],
  );
  const member = await entered(app, token, {
    email,
    memberStatusID,
    deactivatedReason: 'Asked for it',
  });
  assert.deepEqual([member.deactivatedReason, member.invitedUtc], ['Asked for it', null]);
  assert.deepEqual(await mailsTo(email), []);
});

test('an email of an existing user gets a 409 at its field, and nothing is written', async () => {
  await registered(app, { email: 'taken@example.org' });
  const before = [await allRows(app), await lastUsed(app, 'member')];
  const reply = await create({ email: 'TAKEN@example.org' });
  const message = 'Email already exists. Please use a different email.';
  assert.deepEqual([reply.status, reply.errors], [409, [{ field: 'email', message }]]);
  assert.deepEqual([await allRows(app), await lastUsed(app, 'member')], before);
});

test('an archived member with this address returns with the old record and number', async () => {
  const email = 'returns@example.org';
  const old = await registered(app, { email });
  await settleInvoice(app.ctx(), { invoiceId: old.invoiceId, source: 'administrator' });
  const { number } = await membershipOf(app, old.memberId);
  await archive(app, old.memberId);
  const family = await typeId(app, familyTypeName);
  const member = await entered(app, token, { email, memberTypeID: family });
  assert.equal(member.id, old.memberId);
  assert.notEqual(member.userID, old.userId, 'the old sign-in id is worth nothing');
  assert.deepEqual([Number(member.membershipNumber), member.lastName], [number, 'Nkosi']);
  assert.deepEqual([member.hasPassword, member.memberTypeName], [false, familyTypeName]);
  const invitations = (await mailsTo(email)).filter(({ kind }) => kind === 'invitation');
  assert.deepEqual(
    invitations.map(({ about }) => about),
    [{ userId: member.userID, isReturn: true }],
  );
});

test('a double click creates one member', async () => {
  const key = { 'idempotency-key': 'create-5e1f' };
  const clicks = await Promise.all(
    Array.from({ length: 6 }, () => create({ email: 'double@example.org' }, key)),
  );
  for (const click of clicks) assert.deepEqual([click.status, click.data], [201, clicks[0]?.data]);
  assert.equal((await mailsTo('double@example.org')).length, 1);
});

test('only administrators can create members', async () => {
  const { userId } = await registered(app, { email: 'curious@example.org' });
  const body = await sibusisosForm(app, { email: 'friend@example.org' });
  const manner = { token: await tokenOf(app, userId) };
  assert.equal((await callApi(app, createMember, { body }, manner)).status, 403);
  assert.equal((await callApi(app, createMember, { body })).status, 401);
});
