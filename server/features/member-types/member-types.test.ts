import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyOf } from '#contract/endpoint.ts';
import { emptyId } from '#contract/fields.ts';
import * as contract from '#contract/member-types/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const { memberTypeTexts: texts } = contract;
const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const { userId } = await registered(app);

type Form = Partial<BodyOf<typeof contract.createMemberType>>;
type Changes = BodyOf<typeof contract.updateMemberType>;
const nobody = '3f2c1c8e-0000-4000-8000-000000000000';

const create = (form: Form, headers = {}) =>
  callApi(
    app,
    contract.createMemberType,
    { body: { name: 'Corporate', fee: 1500, ...form } },
    { token, headers },
  );
const change = (id: string, body: Changes, headers = {}) =>
  callApi(app, contract.updateMemberType, { params: { id }, body }, { token, headers });
const remove = (id: string) =>
  callApi(app, contract.deleteMemberType, { params: { id } }, { token });
const search = async (body: BodyOf<typeof contract.searchMemberTypes>) =>
  (await callApi(app, contract.searchMemberTypes, { body }, { token })).data;

test('a type is created with all its fields, and the public list offers it', async () => {
  const form = { description: 'For firms\nlarge and small', isFamily: true };
  const { status, data } = await create({ ...form, name: ' Corporate ', fee: 1500.5 });
  assert.equal(status, 201);
  const { id, ...kept } = data;
  assert.deepEqual(kept, {
    ...form,
    name: 'Corporate',
    fee: 1500.5,
    isRetired: false,
    isFeeConfirmed: true,
  });
  const { data: list } = await callApi(app, contract.listMemberTypes, {});
  assert.deepEqual(
    list.map(({ name }) => name),
    ['Corporate', 'FAMILY MAX 4 up to 18 yrs', 'Individual', 'Pensioner', 'Student'],
  );
  assert.deepEqual((await callApi(app, contract.getMemberType, { params: { id } })).data, data);
  assert.equal((await remove(id)).status, 204);
  assert.equal((await remove(id)).status, 404);
});

test('a value that cannot be stored is refused at its field', async () => {
  const refusals: [Form, string, string][] = [
    [{ name: '  ' }, 'name', texts.noName],
    [{ name: 'x'.repeat(101) }, 'name', 'Please use at most 100 characters.'],
    [{ name: 'two\nlines' }, 'name', 'This text must be on one line.'],
    [{ name: 'a\u0000' }, 'name', 'This text contains characters that cannot be stored.'],
    [{ fee: -1 }, 'fee', 'Please enter an amount that is not negative.'],
    [{ fee: 1.005 }, 'fee', 'Please use at most two decimals.'],
    [{ fee: 1e12 }, 'fee', 'Please enter at most R9999999.99.'],
    [{ fee: '12' as never }, 'fee', 'Please enter an amount.'],
    [{ isFamily: 'yes' as never }, 'isFamily', 'Please answer yes or no.'],
  ];
  for (const [form, field, message] of refusals) {
    const reply = await create(form);
    assert.deepEqual([reply.status, reply.errors[0]], [400, { field, message }]);
  }
  assert.equal((await search({})).totalCount, 4);
});

test('type names are unique, ignoring case and accents', async () => {
  const message = texts.nameTaken;
  const { data: own } = await create({ name: 'Öko' });
  for (const name of ['individual', ' ÍNDIVIDUAL ', 'oko']) {
    const reply = await create({ name });
    assert.deepEqual([reply.status, reply.errors], [409, [{ field: 'name', message }]]);
  }
  const renamed = await change(own.id, { name: 'STUDENT' });
  assert.deepEqual([renamed.status, renamed.message], [409, message]);
  assert.equal(
    (await change(own.id, { name: 'oko' })).data.name,
    'oko',
    'a type can keep its own name in another letter case',
  );
  await remove(own.id);
});

test('an omitted field keeps its value, and null is allowed only for the description', async () => {
  const { data: before } = await create({ description: 'For firms' });
  const { id } = before;
  assert.deepEqual((await change(id, {})).data, before);
  assert.deepEqual((await change(id, { fee: 0 })).data, { ...before, fee: 0 });
  assert.equal((await change(id, { description: null })).data.description, '');
  for (const field of ['name', 'fee', 'isFamily', 'isRetired']) {
    const reply = await change(id, { [field]: null });
    assert.deepEqual([reply.status, reply.errors[0]?.field], [400, field]);
  }
  await remove(id);
});

test('a form loaded from an older version gets a 412, and without If-Match the last change wins', async () => {
  const { id } = (await create({})).data;
  const got = await callApi(app, contract.getMemberType, { params: { id } });
  const tag = { 'if-match': String(got.headers['etag']) };
  const first = await change(id, { fee: 100 }, tag);
  assert.equal(first.status, 200);
  assert.equal((await change(id, { fee: 200 }, tag)).status, 412);
  const next = { 'if-match': String(first.headers['etag']) };
  assert.equal((await change(id, { isRetired: true }, next)).status, 200);
  assert.equal((await change(id, { fee: 300 })).data.fee, 300);
  await remove(id);
});

test('two requests with one idempotency key create one type', async () => {
  const key = { 'idempotency-key': 'one-press' };
  const [first, second] = await Promise.all([create({}, key), create({}, key)]);
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.deepEqual(first.data, second.data);
  await remove(first.data.id);
});

test('types can be searched by name, ignoring case and accents, and sorted by name or fee', async () => {
  await create({ name: 'Économie', fee: 1 });
  const names = async (body: BodyOf<typeof contract.searchMemberTypes>) =>
    (await search(body)).results.map(({ name }) => name);
  const all = ['Économie', 'FAMILY MAX 4 up to 18 yrs', 'Individual', 'Pensioner', 'Student'];
  for (const name of ['', null, undefined, []]) {
    assert.deepEqual(await names({ name }), all);
  }
  assert.deepEqual(await names({ name: ' ECONO ' }), ['Économie']);
  assert.deepEqual(await names({ name: '%' }), []);
  assert.deepEqual(await names({ sortBy: 'NAME', sortDescending: true }), all.toReversed());
  assert.deepEqual((await names({ sortBy: 'Fee' })).slice(0, 2), ['Économie', 'Student']);
  const page = await search({ page: 2, pageSize: 4 });
  assert.deepEqual([page.results.length, page.totalCount], [1, 5]);
  assert.deepEqual(await search({ page: 99 }), { results: [], totalCount: 5 });
  assert.equal(
    (await callApi(app, contract.searchMemberTypes, { body: { sortBy: 'id' } }, { token })).status,
    400,
  );
});

test('an unknown type gets a 404, and a Member cannot change any type', async () => {
  for (const id of [nobody, emptyId]) {
    for (const reply of [await change(id, {}), await remove(id)]) {
      assert.deepEqual([reply.status, reply.message], [404, texts.notFound]);
    }
  }
  const member = { token: await tokenOf(app, userId) };
  const found = await callApi(app, contract.searchMemberTypes, { body: {} }, member);
  assert.equal(found.status, 200);
  const { id } = found.data.results[0]!;
  const body = { name: 'Mine', fee: 0 };
  for (const status of [
    (await callApi(app, contract.createMemberType, { body }, member)).status,
    (await callApi(app, contract.updateMemberType, { params: { id }, body }, member)).status,
    (await callApi(app, contract.deleteMemberType, { params: { id } }, member)).status,
  ]) {
    assert.equal(status, 403);
  }
});

test('adding, changing and deleting are audited, with the differences only', async () => {
  const { id } = (await create({ name: 'Patron', fee: 10 })).data;
  await change(id, { fee: 20, name: 'Patron' });
  await change(id, { fee: 20 });
  await remove(id);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_kind', 'subject_name', 'by_user_id', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  const who = { subject_kind: 'memberType', subject_name: 'Patron', by_user_id: adminId };
  const whole = {
    id,
    name: 'Patron',
    description: '',
    isFamily: false,
    isRetired: false,
    isFeeConfirmed: true,
  };
  assert.deepEqual(entries, [
    { ...who, action: 'createMemberType', before: {}, after: { ...whole, fee: 10 } },
    { ...who, action: 'updateMemberType', before: { fee: 10 }, after: { fee: 20 } },
    { ...who, action: 'deleteMemberType', before: { ...whole, fee: 20 }, after: {} },
  ]);
});
