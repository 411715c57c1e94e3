import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMember, updateMember } from '#contract/members/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { createMemberType } from '#contract/member-types/endpoints.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { archive, membershipOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { naledi, registered, sibusisosForm, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const type = { name: 'Honorary', fee: 0 };
const memberTypeID = (await callApi(app, createMemberType, { body: type }, { token })).data.id;
let people = 0;
const email = () => `free-${++people}@example.org`;

const create = async (changes: object = {}) => {
  const body = await sibusisosForm(app, { email: email(), memberTypeID, ...changes });
  return callApi(app, createMember, { body }, { token });
};
const choose = (id: string, changes: object = {}, options = { token }) =>
  callApi(app, updateMember, { params: { id }, body: { memberTypeID, ...changes } }, options);
const year = [['2027-03-10', '2028-03-09']];

test('a member of a free type who is entered by an administrator is active at once, with a period', async () => {
  const { status, data } = await create();
  assert.deepEqual(
    [status, data.memberStatusName, data.paidUntil, data.statusSetBy],
    [201, 'Active', '2028-03-09', null],
  );
  const member = await membershipOf(app, data.id);
  assert.deepEqual([member.number, member.periods], [Number(data.membershipNumber), year]);
});

test('a free type that an administrator chooses starts at once, and voids the open invoice', async () => {
  const { memberId, invoiceId } = await registered(app, { email: email() });
  const { data } = await choose(memberId);
  assert.deepEqual([data.memberStatusName, data.paidUntil], ['Active', '2028-03-09']);
  assert.deepEqual((await membershipOf(app, memberId)).periods, year);
  const invoice = app.db.selectFrom('invoices').select('void_reason').where('id', '=', invoiceId);
  const { void_reason } = await invoice.executeTakeFirstOrThrow();
  assert.equal(void_reason, 'Another member type was chosen');
});

test('during a paid period a free type adds none, and one that is due gets the next', async () => {
  for (const [endsOn, periods, paidUntil] of [
    ['2027-12-31', 1, '2027-12-31'],
    ['2027-03-31', 2, '2028-03-31'],
    ['2026-01-01', 2, '2028-03-09'],
  ] as const) {
    const [id = ''] = await addManyMembers(app, 1, { lastName: `Free${++people}`, endsOn });
    const { data } = await choose(id);
    assert.deepEqual([data.memberStatusName, data.paidUntil], ['Active', paidUntil], endsOn);
    assert.equal((await membershipOf(app, id)).periods.length, periods, endsOn);
  }
});

test('choosing the free type again adds no second period', async () => {
  const { data } = await create();
  for (let times = 0; times < 3; times++) await choose(data.id);
  assert.deepEqual((await membershipOf(app, data.id)).periods, year);
});

test('a status that is chosen together with the free type is kept', async () => {
  const deactivated = {
    memberStatusID: await statusId(app.db, statusNames.deactivated),
    deactivatedReason: 'For the archive',
  };
  assert.equal((await create(deactivated)).data.memberStatusName, 'Deactivated');
  const { memberId } = await registered(app, { email: email() });
  assert.equal((await choose(memberId, deactivated)).data.memberStatusName, 'Deactivated');
});

test('a returning archived member with a free type is active at once', async () => {
  const { memberId, email: address } = await registered(app, { email: email() });
  await archive(app, memberId);
  const { status, data } = await create({ email: address });
  assert.deepEqual([status, data.id, data.memberStatusName], [201, memberId, 'Active']);
});

test('a member who chooses a free type gets the period by renewing, not by saving', async () => {
  const { memberId, userId } = await registered(app, { email: email() });
  const set = { member_status_id: await statusId(app.db, statusNames.expired) };
  await app.db.updateTable('members').set(set).where('id', '=', memberId).execute();
  const { status } = await choose(memberId, {}, { token: await tokenOf(app, userId) });
  assert.equal(status, 200);
  assert.deepEqual((await membershipOf(app, memberId)).periods, []);
});
