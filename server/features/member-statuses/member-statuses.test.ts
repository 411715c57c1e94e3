import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/member-statuses/endpoints.ts';
import { statusId } from './queries.ts';
import { callApi } from '#test/support/call.ts';
import { archive } from '#test/support/assertions.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';

const { memberStatusTexts: texts, statusNames } = contract;
const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const thandi = await registered(app);
const asMember = { token: await tokenOf(app, thandi.userId) };
const builtIn = Object.values(statusNames).toSorted();

const create = (name: string) =>
  callApi(app, contract.createMemberStatus, { body: { name } }, { token });
const rename = (id: string, name?: string, headers = {}) =>
  callApi(app, contract.updateMemberStatus, { params: { id }, body: { name } }, { token, headers });
const remove = (id: string) =>
  callApi(app, contract.deleteMemberStatus, { params: { id } }, { token });
const names = async (body: BodyOf<typeof contract.searchMemberStatuses>) =>
  (await callApi(app, contract.searchMemberStatuses, { body }, { token })).data.results.map(
    ({ name }) => name,
  );
const give = (memberId: string, status: string) =>
  app.db
    .updateTable('members')
    .set({ member_status_id: status })
    .where('id', '=', memberId)
    .execute();

test('the built-in statuses exist and cannot be renamed or deleted', async () => {
  const { data } = await callApi(app, contract.listMemberStatuses, {}, { token });
  assert.deepEqual(
    data.map(({ name, isBuiltIn }) => [name, isBuiltIn]),
    builtIn.map((name) => [name, true]),
  );
  for (const { id, name } of data) {
    for (const reply of [
      await rename(id, 'Another'),
      await rename(id, name.toUpperCase()),
      await remove(id),
    ]) {
      assert.deepEqual([reply.status, reply.message], [409, texts.builtIn]);
    }
    assert.equal((await rename(id, name)).data.name, name, 'its own name changes nothing');
  }
  const again = await callApi(app, contract.listMemberStatuses, {}, { token });
  assert.deepEqual(again.data, data);
});

test('a custom status can be added, renamed and deleted', async () => {
  const { status, data } = await create(' Honorary ');
  assert.deepEqual([status, data.name, data.isBuiltIn], [201, 'Honorary', false]);
  const params = { id: data.id };
  const got = await callApi(app, contract.getMemberStatus, { params }, { token });
  assert.deepEqual(got.data, data);
  const tag = { 'if-match': String(got.headers['etag']) };
  assert.equal((await rename(data.id, 'Honoris', tag)).data.name, 'Honoris');
  assert.equal((await rename(data.id, 'Honoured', tag)).status, 412);
  assert.equal((await rename(data.id)).data.name, 'Honoris', 'left out, it stays');
  assert.equal((await remove(data.id)).status, 204);
  for (const reply of [await remove(data.id), await rename(data.id, 'x')]) {
    assert.deepEqual([reply.status, reply.message], [404, texts.notFound]);
  }
});

test('a name is required, and must be unique', async () => {
  const { id } = (await create('Emeritus')).data;
  for (const name of ['', '  ', null as never]) {
    const reply = await create(name);
    assert.deepEqual([reply.status, reply.message], [400, texts.noName]);
  }
  for (const name of ['EMÉRITUS', 'active', 'due for renewal']) {
    const reply = await create(name);
    const errors = [{ field: 'name', message: texts.nameTaken }];
    assert.deepEqual([reply.status, reply.errors], [409, errors]);
  }
  assert.equal((await rename(id, 'pending')).status, 409);
  await remove(id);
});

test('a status in use cannot be deleted, and the error says how many members have it', async () => {
  const { id } = (await create('Lifelong')).data;
  const sipho = await registered(app, { email: 'sipho@example.org' });
  await give(thandi.memberId, id);
  await give(sipho.memberId, id);
  await archive(app, sipho.memberId);
  const { status, message } = await remove(id);
  assert.deepEqual([status, message], [409, contract.memberStatusInUse(2, 1)]);
  assert.match(message, /^2 members \(1 of them archived\) have this status,/);
  assert.match(contract.memberStatusInUse(1, 0), /^1 member has this status,/);
  const pending = await statusId(app.db, statusNames.pending);
  for (const { memberId } of [thandi, sipho]) await give(memberId, pending);
  assert.equal((await remove(id)).status, 204);
});

test('statuses can be searched by name, ignoring case and accents', async () => {
  const { id } = (await create('Élite')).data;
  const all = [...builtIn, 'Élite'].toSorted((one, two) => one.localeCompare(two));
  const newestFirst = await names({});
  assert.equal(newestFirst[0], 'Élite', 'the newest is the first');
  assert.deepEqual(new Set(newestFirst), new Set(all));
  assert.deepEqual(await names({ sortBy: 'Name' }), all);
  assert.deepEqual(await names({ name: ' E ', sortBy: 'name', sortDescending: true }), [
    'Pending',
    'Expired',
    'Élite',
    'Due for Renewal',
    'Deactivated',
    'Active',
  ]);
  assert.deepEqual(await names({ name: 'ELITE' }), ['Élite']);
  assert.deepEqual(await names({ name: '_' }), []);
  assert.deepEqual(await names({ sortBy: 'Name', pageSize: 2, page: 2 }), all.slice(2, 4));
  await remove(id);
});

test('a Member sees only the own status', async () => {
  const own = await statusId(app.db, statusNames.pending);
  const other = await statusId(app.db, statusNames.active);
  const listed = await callApi(app, contract.listMemberStatuses, {}, asMember);
  const found = await callApi(app, contract.searchMemberStatuses, { body: {} }, asMember);
  assert.deepEqual([listed.data, found.data.totalCount], [found.data.results, 1]);
  assert.deepEqual([listed.data[0]?.id], [own]);
  const one = (id: string) => callApi(app, contract.getMemberStatus, { params: { id } }, asMember);
  assert.deepEqual([(await one(own)).status, (await one(other)).status], [200, 404]);
  const body = { name: 'Mine' };
  assert.equal((await callApi(app, contract.createMemberStatus, { body }, asMember)).status, 403);
});

test('of twenty concurrent creates with one name, one succeeds and the others get a field error', async () => {
  const replies = succeeded(await concurrently(20, (n) => create(n % 2 === 0 ? 'Guest' : 'GÜEST')));
  const created = replies.filter(({ status }) => status === 201);
  assert.equal(created.length, 1);
  const refused = replies.filter(({ status }) => status !== 201);
  for (const { status, errors } of refused) {
    assert.deepEqual([status, errors[0]?.field], [409, 'name']);
  }
  await remove(created[0]!.data.id);
});

test('a deletion waits for a transaction that assigns the status, and is then refused', async () => {
  const { id } = (await create('Fleeting')).data;
  const giving = await app.db.startTransaction().execute();
  await giving
    .updateTable('members')
    .set({ member_status_id: id })
    .where('id', '=', thandi.memberId)
    .execute();
  const deleting = remove(id);
  await untilWaiting(app, 1);
  await giving.commit().execute();
  assert.equal((await deleting).message, contract.memberStatusInUse(1, 0));
});

test('adding, renaming and deleting are audited', async () => {
  const { id } = (await create('Noted')).data;
  await rename(id, 'Renamed');
  await rename(id, 'Renamed');
  await remove(id);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_name', 'by_user_id', 'before', 'after'])
    .where('subject_kind', '=', 'memberStatus')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  const by_user_id = adminId;
  assert.deepEqual(
    entries.map(({ action, subject_name, before, after }) => [
      action,
      subject_name,
      before['name'],
      after['name'],
    ]),
    [
      ['createMemberStatus', 'Noted', undefined, 'Noted'],
      ['updateMemberStatus', 'Renamed', 'Noted', 'Renamed'],
      ['deleteMemberStatus', 'Renamed', 'Renamed', undefined],
    ],
  );
  assert.ok(entries.every((entry) => entry.by_user_id === by_user_id));
});
