import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { listMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import {
  familyTypeName,
  getMemberType,
  listMemberTypes,
} from '#contract/member-types/endpoints.ts';
import { getMember } from '#contract/members/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { searchRelatives } from '#contract/members/relatives.ts';
import { callApi } from '#test/support/call.ts';
import { mokoenaChildren, naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { archive } from '#test/support/assertions.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const family = await typeId(app, familyTypeName);
const mokoena = await registered(app, {
  email: 'mokoena@example.org',
  memberTypeId: family,
  relatives: mokoenaChildren,
});
const thandi = await registered(app);
const admin = (await naledi(app)).token;
const mokoenas = await tokenOf(app, mokoena.userId);
const thandis = await tokenOf(app, thandi.userId);
const nobodys = (await naledi(app, 'Member')).token;

async function relatives(token: string, body: BodyOf<typeof searchRelatives>) {
  const { status, data } = await callApi(app, searchRelatives, { body }, { token });
  assert.equal(status, 200);
  return { names: data.results.map((relative) => relative.firstName), count: data.totalCount };
}

const none = { names: [], count: 0 };
const asSeated = ['Lerato', 'Kabelo', 'Naledi', 'Tumi'];

test('a member reads the full own record, and another’s gets the same 404 as an unknown one', async () => {
  const read = (id: string, token: string) =>
    callApi(app, getMember, { params: { id } }, { token });
  const own = await read(thandi.memberId, thandis);
  assert.deepEqual(own.data, (await read(thandi.memberId.toUpperCase(), admin)).data);
  const { id, userID, memberTypeID, memberStatusID, ...rest } = own.data;
  assert.deepEqual([id, userID], [thandi.memberId, thandi.userId]);
  assert.ok(memberTypeID !== memberStatusID);
  assert.deepEqual(rest, {
    membershipNumber: null,
    memberTypeName: 'Individual',
    memberStatusName: 'Pending',
    title: 'Ms',
    firstName: 'Thandi',
    lastName: 'Dlamini',
    email: 'thandi@example.org',
    phone: '082 123 4567',
    postalAddress: '12 Acacia Road\nSkukuza',
    zipCode: '0081',
    town: 'Skukuza',
    province: 'Gauteng',
    correctedProvince: null,
    deactivatedReason: null,
    signupDate: '2027-03-10',
    paidUntil: null,
    statusSetBy: null,
    statusSetUtc: null,
    hasPassword: true,
    invitedUtc: null,
    archivedUtc: null,
  });
  const [others, unknown] = [
    await read(mokoena.memberId, thandis),
    await read(randomUUID(), thandis),
  ];
  assert.deepEqual([others.status, others.text], [404, unknown.text]);
});

test('relatives are listed by seat by default, and sort by each column both ways', async () => {
  const of = (body: BodyOf<typeof searchRelatives>) =>
    relatives(admin, { mainMemberId: mokoena.memberId, ...body }).then(({ names }) => names);
  assert.deepEqual(await of({}), asSeated);
  assert.deepEqual(await of({ sortBy: 'CreatedUtc', sortDescending: true }), asSeated.toReversed());
  const byName = asSeated.toSorted((one, two) => one.localeCompare(two));
  assert.deepEqual(await of({ sortBy: 'firstname' }), byName);
  assert.deepEqual(await of({ sortBy: 'FIRSTNAME', sortDescending: true }), byName.toReversed());
  for (const sortBy of ['LastName', 'Email']) assert.deepEqual(await of({ sortBy }), asSeated);
  assert.deepEqual(await of({ page: 2, pageSize: 3 }), ['Tumi']);
  assert.deepEqual(await of({ page: 9, pageSize: 50 }), []);
});

test('a member finds only own relatives, even with another member’s id as the filter', async () => {
  const own = { names: asSeated, count: 4 };
  for (const mainMemberId of [mokoena.memberId, '', null, undefined]) {
    assert.deepEqual(await relatives(mokoenas, { mainMemberId }), own);
  }
  assert.deepEqual(await relatives(thandis, { mainMemberId: mokoena.memberId }), none);
  assert.deepEqual(await relatives(nobodys, {}), none);
});

test('an administrator finds the relatives of all members who are not archived', async () => {
  for (const mainMemberId of ['', null, undefined, '00000000-0000-0000-0000-000000000000']) {
    assert.deepEqual(await relatives(admin, { mainMemberId }), { names: asSeated, count: 4 });
  }
  const former = await registered(app, {
    email: 'former@example.org',
    memberTypeId: await typeId(app, familyTypeName),
    relatives: mokoenaChildren.slice(0, 1),
  });
  assert.equal((await relatives(admin, {})).count, 5);
  await archive(app, former.memberId);
  assert.equal((await relatives(admin, {})).count, 4);
});

test('away from the family type relatives are hidden, and return with it', async () => {
  const become = (member_type_id: string) =>
    app.db
      .updateTable('members')
      .set({ member_type_id })
      .where('id', '=', mokoena.memberId)
      .execute();
  await become(await typeId(app, 'Individual'));
  assert.deepEqual(await relatives(mokoenas, {}), none);
  await become(family);
  assert.deepEqual((await relatives(mokoenas, {})).names, asSeated);
});

test('an administrator sees every status, and a member only the own one', async () => {
  const statuses = async (token: string) =>
    (await callApi(app, listMemberStatuses, {}, { token })).data.map((status) => status.name);
  const all = ['Active', 'Deactivated', 'Due for Renewal', 'Expired', 'Pending'];
  assert.deepEqual(await statuses(admin), all);
  assert.deepEqual(await statuses(thandis), ['Pending']);
  assert.deepEqual(await statuses(nobodys), []);
});

test('visitors can list the member types and their fees, by name', async () => {
  const { data } = await callApi(app, listMemberTypes, {});
  assert.deepEqual(
    data.map((type) => [type.name, type.fee, type.isFamily, type.isRetired]),
    [
      [familyTypeName, 950, true, false],
      ['Individual', 450, false, false],
      ['Pensioner', 250, false, false],
      ['Student', 200, false, false],
    ],
  );
  const one = await callApi(app, getMemberType, { params: { id: family } });
  assert.deepEqual(one.data, data[0]);
  assert.equal((await callApi(app, getMemberType, { params: { id: randomUUID() } })).status, 404);
});
