import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { searchAudit } from '#contract/audit/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { createMemberType, deleteMemberType } from '#contract/member-types/endpoints.ts';
import * as contract from '#contract/saved-searches/endpoints.ts';
import { searchBodies } from '#contract/saved-searches/search-bodies.ts';
import { savedSearchTexts as texts } from '#contract/saved-searches/texts.ts';
import { deleteUser } from '#contract/users/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const mine = await naledi(app);
const other = await naledi(app);
const member = await registered(app);

type Form = BodyOf<typeof contract.createSavedSearch>;
const form = (changes: Partial<Form> = {}): Form => ({
  list: 'members',
  name: `Search ${randomUUID().slice(0, 8)}`,
  isShared: false,
  search: { lastName: 'Dlamini', sortBy: 'LastName', sortDescending: true },
  ...changes,
});
const create = (changes: Partial<Form> = {}, { token } = mine) =>
  callApi(app, contract.createSavedSearch, { body: form(changes) }, { token });
const read = (id: string, { token } = mine) =>
  callApi(app, contract.getSavedSearch, { params: { id } }, { token });
const change = (
  id: string,
  body: BodyOf<typeof contract.updateSavedSearch>,
  { token, ...headers } = mine as { token: string; 'if-match'?: string },
) => callApi(app, contract.updateSavedSearch, { params: { id }, body }, { token, headers });
const remove = (id: string, { token } = mine) =>
  callApi(app, contract.deleteSavedSearch, { params: { id } }, { token });
const idsFor = async ({ token }: { token: string }, list: contract.SavedList = 'members') =>
  (await callApi(app, contract.listSavedSearches, { query: { list } }, { token })).data.map(
    ({ id }) => id,
  );

test('a search is saved with its filters, words and order, and listed for its list only', async () => {
  const search = { text: 'skukuza', lastName: 'Dlamini', sortBy: 'LastName', sortDescending: true };
  const { status, data } = await create({ name: ' Near Skukuza ', search });
  assert.equal(status, 201);
  const { id, ...saved } = data;
  assert.deepEqual(saved, {
    list: 'members',
    name: 'Near Skukuza',
    isShared: false,
    isOwn: true,
    ownerName: 'Naledi Khumalo',
    search,
    problem: null,
  });
  assert.deepEqual((await read(id)).data, data);
  assert.ok((await idsFor(mine)).includes(id));
  assert.ok(!(await idsFor(mine, 'invoices')).includes(id));
});

test('a search of its own is visible to its owner only, and a shared one to all administrators', async () => {
  const own = (await create()).data.id;
  const shared = (await create({ isShared: true })).data.id;
  assert.deepEqual((await idsFor(other)).includes(own), false);
  assert.deepEqual((await idsFor(other)).includes(shared), true);
  for (const reply of [await read(own, other), await change(own, { name: 'x' }, other)]) {
    assert.deepEqual([reply.status, reply.message], [404, texts.notFound]);
  }
  assert.equal((await remove(own, other)).status, 404);
  assert.equal(
    (await change(shared, { name: `By another ${own}`.slice(0, 40) }, other)).status,
    200,
  );
  const stop = await change(shared, { isShared: false }, other);
  assert.deepEqual([stop.status, stop.message], [409, texts.ownersOnly]);
  assert.equal((await change(shared, { isShared: false })).status, 200);
  assert.equal((await read(shared, other)).status, 404);
  const asMember = await callApi(
    app,
    contract.listSavedSearches,
    { query: { list: 'members' } },
    { token: await tokenOf(app, member.userId) },
  );
  assert.equal(asMember.status, 403);
});

test('each list takes its own filters, and refuses others, the page and nothing at all', async () => {
  for (const list of contract.savedLists) {
    assert.equal((await create({ list, search: { text: 'thandi' } })).status, 201, list);
  }
  assert.deepEqual(Object.keys(searchBodies).toSorted(), [...contract.savedLists].toSorted());
  const refused: [Partial<Form>, string][] = [
    [{ search: {} }, texts.nothing],
    [{ search: { page: 'x' } }, texts.unknownFilter],
    [{ search: { isReceived: true } }, texts.unknownFilter],
    [{ search: { lastName: '' } }, texts.unknownFilter],
    [{ search: { sortBy: 'Phone' } }, 'This list sorts by MembershipNumber'],
    [{ search: { memberTypeID: randomUUID() } }, texts.typeGone],
    [{ search: { memberStatusID: randomUUID() } }, texts.statusGone],
    [{ list: 'donations', search: { receivedFrom: 'soon' } }, ''],
  ];
  for (const [changes, message] of refused) {
    const reply = await create(changes);
    assert.deepEqual([reply.status, reply.errors[0]?.field], [400, 'search'], message);
    assert.ok(reply.message.startsWith(message), reply.message);
  }
  assert.equal((await create({ name: ' ' })).message, texts.noName);
});

test('names are unique among the shared and among the own searches of a list, in any case', async () => {
  await create({ name: 'Overdue', isShared: true });
  const again = await create({ name: 'ÓVERDUE', isShared: true }, other);
  const message = texts.sharedNameTaken;
  assert.deepEqual([again.status, again.errors], [409, [{ field: 'name', message }]]);
  assert.equal((await create({ name: 'Overdue' }, other)).status, 201);
  const own = await create({ name: 'overdue' }, other);
  assert.deepEqual([own.status, own.message], [409, texts.ownNameTaken]);
  assert.equal((await create({ name: 'Overdue' })).status, 201);
  const search = { text: 'x' };
  assert.equal((await create({ list: 'invoices', name: 'Overdue', search })).status, 201);
});

test('two administrators save the same name at once, and one gets a 409', async () => {
  const replies = await concurrently(2, (n) =>
    create({ name: 'At once', isShared: true }, n === 0 ? mine : other),
  );
  const statuses = new Set(succeeded(replies).map(({ status }) => status));
  assert.deepEqual(statuses, new Set([201, 409]));
});

test('a form of an older version gets a 412', async () => {
  const { id } = (await create({ isShared: true })).data;
  const tag = String((await read(id)).headers['etag']);
  const first = await change(id, { search: { text: 'one' } }, { ...mine, 'if-match': tag });
  assert.equal(first.status, 200);
  assert.equal((await change(id, { name: 'Two' }, { ...mine, 'if-match': tag })).status, 412);
  assert.deepEqual((await read(id)).data.search, { text: 'one' });
});

test('a search whose member type was deleted says so', async () => {
  const as = { token: mine.token };
  const type = await callApi(app, createMemberType, { body: { name: 'Brief', fee: 1 } }, as);
  const params = { id: type.data.id };
  const { id } = (await create({ search: { memberTypeID: params.id } })).data;
  assert.equal((await callApi(app, deleteMemberType, { params }, as)).status, 204);
  assert.equal((await read(id)).data.problem, texts.typeGone);
  // A filter that a later version no longer has.
  await app.db
    .updateTable('saved_searches')
    .set({ search: JSON.stringify({ nickname: 'x' }) })
    .where('id', '=', id)
    .execute();
  assert.equal((await read(id)).data.problem, texts.invalid);
});

test('when an administrator is removed, their own searches go and the shared ones stay', async () => {
  const leaving = await naledi(app);
  const own = (await create({}, leaving)).data.id;
  const shared = (await create({ isShared: true }, leaving)).data.id;
  const input = { params: { id: leaving.id } };
  assert.equal((await callApi(app, deleteUser, input, { token: mine.token })).status, 204);
  const rows = await app.db.selectFrom('saved_searches').select('id').execute();
  assert.ok(!rows.some(({ id }) => id === own));
  const { data } = await read(shared);
  assert.deepEqual([data.isOwn, data.ownerName, data.isShared], [false, null, true]);
});

test('only what is shared is in the audit log', async () => {
  const entriesOf = async (subjectId: string) => {
    const { data } = await callApi(app, searchAudit, { body: { subjectId } }, mine);
    return data.results.map(({ action }) => action).toReversed();
  };
  const { id } = (await create({ name: 'Quiet' })).data;
  await change(id, { name: 'Still quiet' });
  assert.deepEqual(await entriesOf(id), []);
  await change(id, { isShared: true });
  await change(id, { name: 'Loud' });
  await remove(id);
  assert.deepEqual(await entriesOf(id), [
    'updateSavedSearch',
    'updateSavedSearch',
    'deleteSavedSearch',
  ]);
});

test('a list has at most a hundred searches for everybody, and a hundred of each administrator', async () => {
  const busy = await naledi(app);
  const values = (n: number) => ({
    id: randomUUID(),
    list: 'users',
    name: `Search ${n}`,
    owner_id: busy.id,
    is_shared: false,
    search: JSON.stringify({ text: 'x' }),
    created_at: app.clock.now(),
    changed_at: app.clock.now(),
  });
  const rows = Array.from({ length: contract.mostSavedSearches }, (_, n) => values(n));
  await app.db.insertInto('saved_searches').values(rows).execute();
  const search = { text: 'x' };
  const more = await create({ list: 'users', search }, busy);
  assert.deepEqual([more.status, more.message], [409, texts.tooMany]);
  assert.equal((await create({ list: 'users', isShared: true, search }, busy)).status, 201);
});
