import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { getMember, memberTexts, updateMember } from '#contract/members/endpoints.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { archive, membershipOf, rowsOf, setStatusByHand } from '#test/support/assertions.ts';
import { entered, naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openTestApp, testStart } from '#test/support/app.ts';

const app = await openTestApp();
const { id: adminId, token: admin } = await naledi(app);
const family = await typeId(app, familyTypeName);
type Body = Parameters<typeof callApi<typeof updateMember>>[2]['body'];

const read = async (id: string) =>
  (await callApi(app, getMember, { params: { id } }, { token: admin })).data;
const change = (id: string, body: Body, token = admin, headers: Record<string, string> = {}) =>
  callApi(app, updateMember, { params: { id }, body }, { token, headers });

/** A registered member with a session token. */
async function someone(email: string) {
  const member = await registered(app, { email });
  return { ...member, token: await tokenOf(app, member.userId) };
}

test('an omitted field keeps its value, null clears it, and the user gets the same name', async () => {
  const { memberId, userId, token } = await someone('fields@example.org');
  const before = await read(memberId);
  const { status, data } = await change(memberId, { firstName: ' Nomsa ', phone: '0117' }, token);
  assert.deepEqual([status, data], [200, { ...before, firstName: 'Nomsa', phone: '0117' }]);
  const nothing = { title: null, phone: null, postalAddress: null, zipCode: null };
  const cleared = await change(memberId, nothing, token);
  const empty = {
    title: '',
    phone: '',
    postalAddress: '',
    zipCode: '',
    town: null,
    province: null,
  };
  assert.deepEqual(cleared.data, { ...before, firstName: 'Nomsa', ...empty });
  const user = await app.db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'phone_number'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(user, { first_name: 'Nomsa', last_name: 'Dlamini', phone_number: '' });
  for (const [body, message] of [
    [{ firstName: '' }, 'First name is required.'],
    [{ lastName: null }, 'Last name is required.'],
    [{ email: null }, 'Email is required.'],
    [{ memberTypeID: null }, 'Please select a member type.'],
    [{ title: 'Sir' }, 'Please select a title.'],
  ] as [Body, string][]) {
    const refused = await change(memberId, body);
    assert.deepEqual([refused.status, refused.message], [400, message]);
  }
  assert.deepEqual(await auditEntriesOf(app, memberId), [], 'members’ own changes are not noted');
});

test('fields that a Member may not change are ignored, because the form always sends them', async () => {
  const { memberId, token } = await someone('own@example.org');
  const before = await read(memberId);
  const body = {
    ...before,
    id: randomUUID(),
    memberTypeID: family,
    memberStatusID: await statusId(app.db, statusNames.active),
    deactivatedReason: 'None',
    membershipNumber: '00001',
    signupDate: '2001-01-01',
    userID: randomUUID(),
    hasPassword: false,
    lastName: 'Nkosi',
  };
  const { status, data } = await change(memberId, body as Body, token);
  assert.deepEqual([status, data], [200, { ...before, lastName: 'Nkosi' }]);
  const byAdmin = await change(memberId, { signupDate: '2001-01-01', userID: adminId } as Body);
  assert.deepEqual(byAdmin.data, data, 'number, sign-up day and sign-in are nobody’s to change');
});

test('another’s record gets the same 404 as an unknown one, and an archived one cannot be changed', async () => {
  const [thandi, zodwa] = [await someone('one@example.org'), await someone('two@example.org')];
  const replies = [zodwa.memberId, randomUUID()].map((id) => change(id, {}, thandi.token));
  const [others, unknown] = await Promise.all(replies);
  assert.deepEqual([others!.status, others!.text], [404, unknown!.text]);
  await archive(app, zodwa.memberId);
  const own = await change(zodwa.memberId, { firstName: 'Back' }, zodwa.token);
  assert.deepEqual([own.status, own.text], [404, unknown!.text]);
  const params = { id: zodwa.memberId };
  assert.equal((await callApi(app, getMember, { params }, { token: zodwa.token })).status, 404);
  const archived = await change(zodwa.memberId, { firstName: 'Back' });
  assert.deepEqual([archived.status, archived.message], [409, memberTexts.archived]);
  const { firstName, archivedUtc } = await read(zodwa.memberId);
  assert.deepEqual([firstName, archivedUtc], ['Thandi', '2027-03-10T08:00:00.000Z']);
});

/** What an open form was filled with, and the tag that it sends. */
async function openForm(id: string, token = admin) {
  const { data, headers } = await callApi(app, getMember, { params: { id } }, { token });
  return { data, ifMatch: { 'if-match': String(headers['etag']) } };
}

test('a form loaded from an older version gets a 412', async () => {
  const { memberId } = await someone('stale@example.org');
  const { ifMatch } = await openForm(memberId);
  assert.equal((await change(memberId, { phone: '2' }, admin, ifMatch)).status, 200);
  assert.equal((await change(memberId, { phone: '3' }, admin, ifMatch)).status, 412);
});

test('a form that was open while a payment arrived is saved', async () => {
  for (const role of ['Admin', 'Member']) {
    const { memberId, invoiceId, token } = await someone(`open-${role}@example.org`.toLowerCase());
    const caller = role === 'Admin' ? admin : token;
    const { data, ifMatch } = await openForm(memberId, caller);
    await settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });
    const saved = await change(memberId, { ...data, phone: '071' } as Body, caller, ifMatch);
    assert.deepEqual(
      [saved.status, saved.data.phone, saved.data.memberStatusName],
      [200, '071', 'Active'],
      role,
    );
  }
});

test('a form of an administrator that sends the status from before a payment keeps the new one', async () => {
  const { memberId, invoiceId } = await someone('whole@example.org');
  const { data, ifMatch } = await openForm(memberId);
  assert.equal(data.memberStatusName, 'Pending');
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });
  const expired = await statusId(app.db, statusNames.expired);
  const refused = await change(memberId, { memberStatusID: expired }, admin, ifMatch);
  assert.equal(refused.status, 412, 'the administrator never saw that it is Active');
  const saved = await change(memberId, { ...data, phone: '1' } as Body, admin, ifMatch);
  assert.deepEqual(
    [saved.status, saved.data.phone, saved.data.memberStatusName, saved.data.statusSetUtc],
    [200, '1', 'Active', null],
  );
});

test('of two administrators who change the type or the status, the second gets a 412', async () => {
  const { memberId } = await someone('both@example.org');
  const { data, ifMatch } = await openForm(memberId);
  const [student, pensioner] = [await typeId(app, 'Student'), await typeId(app, 'Pensioner')];
  assert.equal((await change(memberId, { memberTypeID: student }, admin, ifMatch)).status, 200);
  const other = await change(memberId, { memberTypeID: pensioner }, admin, ifMatch);
  assert.equal(other.status, 412);
  assert.equal((await change(memberId, { memberTypeID: student }, admin, ifMatch)).status, 200);
  const [active, expired] = [
    await statusId(app.db, statusNames.active),
    await statusId(app.db, statusNames.expired),
  ];
  assert.equal((await change(memberId, { memberStatusID: active }, admin, ifMatch)).status, 200);
  assert.equal((await change(memberId, { memberStatusID: expired }, admin, ifMatch)).status, 412);
  const saved = await change(memberId, { ...data, zipCode: '0081' } as Body, admin, ifMatch);
  assert.deepEqual(
    [saved.status, saved.data.memberTypeID, saved.data.memberStatusName],
    [200, student, 'Active'],
    'a form that changes neither keeps both',
  );
});

test('a Member whose form still offered the types is informed that a payment arrived', async () => {
  const { memberId, invoiceId, token } = await someone('offered@example.org');
  await setStatusByHand(app, memberId, 'Expired', adminId);
  const { data, ifMatch } = await openForm(memberId, token);
  assert.equal(data.memberStatusName, 'Expired');
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });
  const memberTypeID = await typeId(app, 'Student');
  assert.equal((await change(memberId, { memberTypeID }, token, ifMatch)).status, 412);
  const now = await openForm(memberId, token);
  const ignored = await change(memberId, { memberTypeID }, token, now.ifMatch);
  assert.deepEqual([ignored.status, ignored.data.memberTypeID], [200, data.memberTypeID]);
});

test('an administrator changes the type, which voids the open invoice of the old one', async () => {
  const { memberId, invoiceId } = await someone('type@example.org');
  const { data } = await change(memberId, { memberTypeID: family.toUpperCase() });
  assert.deepEqual([data.memberTypeID, data.memberTypeName], [family, familyTypeName]);
  const { invoice } = await rowsOf(app, invoiceId);
  assert.deepEqual(
    [invoice.voided_at, invoice.void_reason],
    [app.clock.now(), 'Another member type was chosen'],
  );
  const [note] = await auditEntriesOf(app, memberId);
  const individual = await typeId(app, 'Individual');
  assert.deepEqual(
    [note?.action, note?.before, note?.after],
    [
      'updateMember',
      { memberTypeID: individual, memberTypeName: 'Individual' },
      { memberTypeID: family, memberTypeName: familyTypeName },
    ],
  );
  const unknown = await change(memberId, { memberTypeID: randomUUID() });
  assert.deepEqual([unknown.status, unknown.message], [400, memberTexts.noType]);
  const paid = await someone('type-paid@example.org');
  await settleInvoice(app.ctx(), { invoiceId: paid.invoiceId, source: 'payfast' });
  await change(paid.memberId, { memberTypeID: family });
  assert.equal((await rowsOf(app, paid.invoiceId)).invoice.voided_at, null, 'paid stays paid');
  assert.equal((await membershipOf(app, paid.memberId)).type, familyTypeName);
});

test('a Member can change the type only while Due for Renewal or Expired, and not to a retired one', async () => {
  const { memberId, token } = await someone('renews@example.org');
  const student = await typeId(app, 'Student');
  const types = { [statusNames.due]: family, [statusNames.expired]: student };
  for (const [status, memberTypeID] of Object.entries(types)) {
    await setStatusByHand(app, memberId, status, adminId);
    const { data } = await change(memberId, { memberTypeID }, token);
    assert.equal(data.memberTypeID, memberTypeID, status);
  }
  const pensioner = await typeId(app, 'Pensioner');
  const retire = (retired_at: Date | null) =>
    app.db.updateTable('member_types').set({ retired_at }).where('id', '=', pensioner).execute();
  await retire(app.clock.now());
  const refused = await change(memberId, { memberTypeID: pensioner }, token);
  assert.deepEqual([refused.status, refused.errors[0]?.field], [400, 'memberTypeID']);
  assert.equal((await change(memberId, { memberTypeID: pensioner })).status, 200, 'the office may');
  await retire(null);
  await setStatusByHand(app, memberId, statusNames.active, adminId);
  const { data } = await change(memberId, { memberTypeID: family }, token);
  assert.equal(data.memberTypeName, 'Pensioner', 'not while Active');
});

test('a new email also changes the user, ends the other sessions and notifies the old address', async () => {
  const { memberId, userId, token } = await someone('old@example.org');
  const elsewhere = await tokenOf(app, userId);
  const { status, data } = await change(memberId, { email: 'New@Example.org' }, token);
  assert.deepEqual([status, data.email, data.userID], [200, 'new@example.org', userId]);
  assert.equal((await change(memberId, {}, elsewhere)).status, 401);
  assert.equal((await change(memberId, {}, token)).status, 200);
  const mail = app.db
    .selectFrom('mails')
    .select(['kind', 'to_email'])
    .orderBy('created_at', 'desc');
  const notice = { kind: 'email-changed', to_email: 'old@example.org' };
  app.clock.set('2027-03-10T09:00:00Z');
  await change(memberId, { email: 'old@example.org' });
  app.clock.set(testStart);
  assert.equal((await change(memberId, {}, token)).status, 401, 'by the office: all of them');
  const mails = await mail.where('kind', '=', 'email-changed').limit(2).execute();
  assert.deepEqual(mails, [{ ...notice, to_email: 'new@example.org' }, notice]);
  await someone('taken@example.org');
  const refused = await change(memberId, { email: 'Taken@example.org', firstName: 'Nobody' });
  const message = 'Email already exists. Please use a different email.';
  assert.deepEqual([refused.status, refused.errors], [409, [{ field: 'email', message }]]);
  const { email, firstName } = await read(memberId);
  assert.deepEqual([email, firstName], ['old@example.org', 'Thandi'], 'the update is atomic');
});

test('a member without a password is invited at the corrected address with a new link', async () => {
  const wrong = await entered(app, admin, { email: 'wrong@example.org' });
  const { status, data } = await change(wrong.id, { email: 'right@example.org' });
  assert.deepEqual([status, data.email], [200, 'right@example.org']);
  assert.notEqual(data.userID, wrong.userID);
  const mails = await app.db
    .selectFrom('mails')
    .select('about')
    .where('to_email', '=', 'right@example.org')
    .execute();
  assert.deepEqual(mails, [{ about: { userId: data.userID, isReturn: false } }]);
  const left = app.db.selectFrom('users').select('id').where('id', '=', wrong.userID);
  assert.equal(await left.executeTakeFirst(), undefined);
});
