import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/member-types/endpoints.ts';
import { register, registrationTexts } from '#contract/registration/endpoints.ts';
import { searchRelatives } from '#contract/members/relatives.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { archive, openInvoice, rowsOf } from '#test/support/assertions.ts';
import { mokoenaChildren, naledi, registered, thandisForm, typeId } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);

type Changes = BodyOf<typeof contract.updateMemberType>;
const create = (name: string, form: Changes = {}) =>
  callApi(app, contract.createMemberType, { body: { name, fee: 100, ...form } }, { token });
const change = (id: string, body: Changes) =>
  callApi(app, contract.updateMemberType, { params: { id }, body }, { token });
const remove = (id: string) =>
  callApi(app, contract.deleteMemberType, { params: { id } }, { token });
const made = async (name: string, form: Changes = {}) => (await create(name, form)).data.id;

test('a type in use cannot be deleted, and the error gives the uses and suggests to retire it', async () => {
  const id = await made('Used');
  const first = await registered(app, { email: 'a@use.org', memberTypeId: id });
  const second = await registered(app, { email: 'b@use.org', memberTypeId: id });
  await settleInvoice(app.ctx(), { invoiceId: first.invoiceId, source: 'payfast' });
  await archive(app, second.memberId);
  const { status, message } = await remove(id);
  assert.deepEqual(
    [status, message],
    [409, contract.memberTypeInUse({ members: 2, periods: 1, invoices: 2 })],
  );
  assert.match(message, /in use by 2 members, 1 membership period and 2 invoices, so .*Retire it/);
  assert.equal(
    contract.memberTypeInUse({ members: 1, periods: 0, invoices: 0 }).split(',')[0],
    'This member type is in use by 1 member',
  );
  // All members have another type now, but paid periods still refer to this one.
  const other = await typeId(app, 'Individual');
  await app.db.updateTable('members').set({ member_type_id: other }).execute();
  assert.match((await remove(id)).message, /by 1 membership period and 2 invoices,/);
});

test('a retired type is not offered, its members keep and renew it, and it can be offered again', async () => {
  const id = await made('Oldtimer');
  const { memberId } = await registered(app, { email: 'old@use.org', memberTypeId: id });
  const retired = await change(id, { isRetired: true });
  assert.equal(retired.data.isRetired, true);
  const { retired_at } = await app.db
    .selectFrom('member_types')
    .select('retired_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  app.clock.set('2027-03-10T09:00:00Z');
  assert.equal((await change(id, { isRetired: true, fee: 120 })).data.isRetired, true);
  const again = app.db.selectFrom('member_types').select('retired_at').where('id', '=', id);
  assert.deepEqual((await again.executeTakeFirstOrThrow()).retired_at, retired_at);
  const refused = await callApi(app, register, {
    body: await thandisForm(app, { email: 'late@use.org', memberTypeId: id }),
  });
  assert.deepEqual([refused.status, refused.message], [400, registrationTexts.typeRetired]);
  const { data: list } = await callApi(app, contract.listMemberTypes, {});
  assert.equal(list.find((type) => type.id === id)?.isRetired, true);

  const first = app.db.selectFrom('invoices').select('id').where('member_id', '=', memberId);
  const { id: invoiceId } = await first.executeTakeFirstOrThrow();
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });
  const renewal = await openInvoice(app, memberId, 'Oldtimer');
  await settleInvoice(app.ctx(), { invoiceId: renewal, source: 'payfast' });
  const periods = app.db.selectFrom('membership_periods').select('member_type_id');
  assert.deepEqual(
    await periods.where('member_id', '=', memberId).execute(),
    [1, 2].map(() => ({ member_type_id: id })),
  );
  assert.equal((await change(id, { isRetired: false })).data.isRetired, false);
  await registered(app, { email: 'late@use.org', memberTypeId: id });
});

test('a new fee applies to new invoices, and issued invoices keep their amount', async () => {
  const id = await made('Rising');
  const before = await registered(app, { email: 'before@use.org', memberTypeId: id });
  await change(id, { fee: 175.25, name: 'Risen' });
  const after = await registered(app, { email: 'after@use.org', memberTypeId: id });
  const rows = await Promise.all([before, after].map(({ invoiceId }) => rowsOf(app, invoiceId)));
  assert.deepEqual(
    rows.map(({ invoice }) => [invoice.amount_cents, invoice.line]),
    [
      [10_000, 'Membership: Rising'],
      [17_525, 'Membership: Risen'],
    ],
  );
});

test('relatives are hidden only after a confirmation, and return with the family type', async () => {
  const id = await made('Clan', { isFamily: true });
  const clan = { email: 'clan@use.org', memberTypeId: id, relatives: mokoenaChildren };
  const { memberId } = await registered(app, clan);
  // A relative of nineteen is not visible, so it is not counted.
  await sql`INSERT INTO member_relatives
    (id, main_member_id, first_name, last_name, email, created_at, aged_out_at)
    SELECT gen_random_uuid(), ${memberId}, 'Grown', 'Up', '', now(), now()`.execute(app.db);
  const old = await registered(app, { ...clan, email: 'gone@use.org' });
  await archive(app, old.memberId);
  const shown = async () => {
    const body = { mainMemberId: memberId };
    return (await callApi(app, searchRelatives, { body }, { token })).data.totalCount;
  };
  const message = contract.relativesHidden(1, 4);
  for (const hideRelatives of [undefined, false]) {
    const refused = await change(id, { isFamily: false, hideRelatives });
    assert.deepEqual([refused.status, refused.errors], [409, [{ field: 'isFamily', message }]]);
  }
  assert.equal((await change(id, { fee: 5 })).status, 200, 'the family setting does not change');
  assert.equal(await shown(), 4);
  const meant = await change(id, { isFamily: false, hideRelatives: true });
  assert.deepEqual([meant.status, meant.data.isFamily, await shown()], [200, false, 0]);
  assert.equal((await change(id, { isFamily: true })).status, 200);
  assert.equal(await shown(), 4);
  const empty = await made('Nobody yet', { isFamily: true });
  assert.equal((await change(empty, { isFamily: false })).status, 200);
});

test('of twenty concurrent creates with one name, one succeeds and the others get a field error', async () => {
  const replies = succeeded(
    await concurrently(20, (n) => create(n % 2 === 0 ? 'Sponsor' : 'SPÓNSOR', { fee: n })),
  );
  const created = replies.filter(({ status }) => status === 201);
  const refused = replies.filter(({ status }) => status === 409);
  assert.deepEqual([created.length, refused.length], [1, 19]);
  for (const { errors } of refused) assert.equal(errors[0]?.field, 'name');
});

test('a deletion waits for a registration with the type, and is then refused', async () => {
  const id = await made('Contested');
  const counter = await app.db.startTransaction().execute();
  await counter.selectFrom('counters').select('name').forUpdate().execute();
  const registering = registered(app, { email: 'first@use.org', memberTypeId: id });
  await untilWaiting(app, 1);
  const deleting = remove(id);
  await untilWaiting(app, 2);
  await counter.commit().execute();
  await registering;
  const { status, message } = await deleting;
  const use = { members: 1, periods: 0, invoices: 1 };
  assert.deepEqual([status, message], [409, contract.memberTypeInUse(use)]);
});

test('a registration with a type that is being deleted gets a field error', async () => {
  const id = await made('Vanishing');
  const held = await app.db.startTransaction().execute();
  await held.selectFrom('member_types').select('id').where('id', '=', id).forUpdate().execute();
  const body = await thandisForm(app, { email: 'second@use.org', memberTypeId: id });
  const registering = callApi(app, register, { body });
  await untilWaiting(app, 1);
  await held.deleteFrom('member_types').where('id', '=', id).execute();
  await held.commit().execute();
  const { status, errors } = await registering;
  assert.deepEqual([status, errors[0]?.field], [400, 'memberTypeId']);
});

test('twenty registrations and a concurrent deletion cause no unexpected error', async () => {
  const id = await made('Rush');
  const replies = succeeded(
    await concurrently(21, async (n) =>
      n === 10
        ? remove(id)
        : callApi(app, register, {
            body: await thandisForm(app, { email: `rush-${n}@use.org`, memberTypeId: id }),
          }),
    ),
  );
  const [deletion] = replies.filter(({ status }) => [204, 409].includes(status));
  const expected = deletion?.status === 204 ? [204, 400] : [409, 200];
  for (const { status, text } of replies) assert.ok(expected.includes(status), text);
});
