import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as office from '#contract/donations/admin-endpoints.ts';
import * as contract from '#contract/donations/endpoints.ts';
import { settleDonation } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { openTestApp } from '#test/support/app.ts';
import { donate } from './donate.ts';

const { donationTexts: texts } = contract;
const app = await openTestApp();
const { token } = await naledi(app);
const asAdmin = { token };

/** Created without a caller, so that only the tests' own mails are sent. */
async function entered(changes: Record<string, unknown> = {}) {
  return donate(app.ctx(), {
    firstName: 'Zoë',
    lastName: "O'Brien",
    email: 'zoe@example.org',
    donationTypeId: await donationTypeId(app, 'World Remit'),
    amount: 100,
    ...changes,
  });
}

const receive = (donationId: string) =>
  settleDonation(app.ctx(), { donationId, source: 'administrator' });
type Changes = Parameters<typeof callApi<typeof office.updateDonation>>[2]['body'];
const change = (id: string, body: Changes, headers: Record<string, string> = {}) =>
  callApi(app, office.updateDonation, { params: { id }, body }, { token, headers });
const remove = (id: string) => callApi(app, office.deleteDonation, { params: { id } }, asAdmin);

test('only administrators can list, search, change, delete and process donations', async () => {
  const { id } = await entered();
  const { userId } = await registered(app);
  const params = { id };
  const calls = [
    (manner: object) => callApi(app, office.listDonations, { query: {} }, manner),
    (manner: object) => callApi(app, office.searchDonations, { body: {} }, manner),
    (manner: object) => callApi(app, office.updateDonation, { params, body: {} }, manner),
    (manner: object) => callApi(app, office.processDonationPayment, { params }, manner),
    (manner: object) => callApi(app, office.deleteDonation, { params }, manner),
  ];
  const member = { token: await tokenOf(app, userId) };
  for (const call of calls) {
    assert.equal((await call({})).status, 401);
    assert.equal((await call(member)).status, 403);
  }
  for (const call of calls) assert.ok([200, 204, 409].includes((await call(asAdmin)).status));
});

test('a pending donation is changed field by field, and an omitted field keeps its value', async () => {
  const { eftDetails: _, ...before } = await entered();
  const { status, data, headers } = await change(before.id, { amount: 250.5 });
  assert.deepEqual([status, data], [200, { ...before, amount: 250.5 }]);
  assert.match(String(headers['etag']), /^"/);
  const renamed = await change(before.id, { firstName: ' Ngũgĩ ', email: 'N@Example.org' });
  assert.deepEqual([renamed.data.firstName, renamed.data.email], ['Ngũgĩ', 'n@example.org']);
  const kept = { donationTypeId: await donationTypeId(app, 'EFT'), isReceived: true, state: 'x' };
  const ignored = await change(before.id, kept as Changes);
  assert.deepEqual(
    [ignored.status, ignored.data.donationTypeName, ignored.data.isReceived],
    [200, 'World Remit', false],
  );
  for (const [body, message] of [
    [{ firstName: '' }, 'First name is required.'],
    [{ lastName: null }, 'Last name is required.'],
    [{ amount: 0 }, texts.badAmount],
    [{ amount: 1.234 }, 'Please use at most two decimals.'],
  ] as [Changes, string][]) {
    const refused = await change(before.id, body);
    assert.deepEqual([refused.status, refused.message], [400, message]);
  }
});

test('a card donation stays at R5.00 or more', async () => {
  const card = await entered({ donationTypeId: await donationTypeId(app, 'Credit Card') });
  const refused = await change(card.id, { amount: 4.99 });
  assert.deepEqual([refused.status, refused.message], [400, texts.tooSmallForCard]);
  assert.equal((await change(card.id, { amount: 5 })).status, 200);
});

test('a form loaded from an older version gets a 412, and without If-Match the last change wins', async () => {
  const { id } = await entered();
  const read = () => callApi(app, contract.getDonation, { params: { id } }, asAdmin);
  const etag = String((await read()).headers['etag']);
  const stale = { 'if-match': etag };
  const first = await change(id, { lastName: 'First' }, stale);
  assert.equal(first.status, 200);
  assert.equal(String((await read()).headers['etag']), String(first.headers['etag']));
  const second = await change(id, { lastName: 'Second' }, stale);
  assert.deepEqual([second.status, (await read()).data], [412, first.data]);
  assert.equal((await change(id, { lastName: 'Third' })).status, 200);
  const current = { 'if-none-match': String((await read()).headers['etag']) };
  const same = { params: { id } };
  const unchanged = await callApi(app, contract.getDonation, same, { token, headers: current });
  assert.equal(unchanged.status, 304);
});

test('a received donation can’t be changed or deleted, and stays what it was', async () => {
  const { id } = await entered();
  await receive(id);
  for (const reply of [await change(id, { amount: 1 }), await remove(id)]) {
    assert.deepEqual([reply.status, reply.message], [409, texts.isReceived]);
  }
  const { data } = await callApi(app, contract.getDonation, { params: { id } });
  assert.deepEqual([data.amount, data.state], [100, 'paid']);
});

test('a concurrent change or deletion of a donation that is being received is refused', async () => {
  for (const attempt of [(id: string) => change(id, { amount: 1 }), remove]) {
    const { id } = await entered();
    const held = await app.db.startTransaction().execute();
    await held.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
    const received = receive(id);
    await untilWaiting(app, 1);
    const attempted = attempt(id);
    await untilWaiting(app, 2);
    await held.commit().execute();
    assert.equal((await received).outcome, 'settled');
    const { status, message } = await attempted;
    assert.deepEqual([status, message], [409, texts.isReceived]);
    const row = await app.db
      .selectFrom('payments')
      .select('amount_cents')
      .where('donation_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(row.amount_cents, 10_000);
  }
});

test('a pending donation can be deleted, and its number is not reused', async () => {
  const { id, reference } = await entered();
  const { status, text } = await remove(id);
  assert.deepEqual([status, text], [204, '']);
  assert.equal((await remove(id)).status, 404);
  assert.equal((await change(id, { amount: 1 })).status, 404);
  assert.notEqual((await entered()).reference, reference);
});

test('donations can be searched by state, name, email and reference, ignoring case and accents', async () => {
  await app.db.deleteFrom('donations').where('payment_id', 'is', null).execute();
  const eft = { donationTypeId: await donationTypeId(app, 'EFT') };
  const one = await entered({ lastName: 'Ngũgĩ', email: 'one@wild.org', amount: 10 });
  app.clock.set('2027-03-10T08:10:00Z');
  const two = await entered({ ...eft, lastName: 'Botha', email: 'two@wild.org', amount: 300 });
  app.clock.set('2027-03-10T08:20:00Z');
  const three = await entered({ lastName: 'botha', email: 'three@wild.org', amount: 20 });
  await receive(two.id);
  type Body = Parameters<typeof callApi<typeof office.searchDonations>>[2]['body'];
  const search = async (body: Body) => {
    const reply = await callApi(app, office.searchDonations, { body }, asAdmin);
    assert.equal(reply.status, 200, reply.message);
    assert.equal(reply.data.totalCount >= reply.data.results.length, true);
    return reply.data.results.map(({ id }) => id).filter((id) => ids.includes(id));
  };
  const ids = [one.id, two.id, three.id];
  const wild = { email: 'WILD.org' };
  const newest = [three.id, two.id, one.id];
  assert.deepEqual(await search(wild), newest);
  assert.deepEqual(await search({ ...wild, isReceived: true }), [two.id]);
  assert.deepEqual(await search({ ...wild, isReceived: false }), [three.id, one.id]);
  assert.deepEqual(
    await search({ ...wild, isReceived: null, lastName: '', reference: [] }),
    newest,
  );
  assert.deepEqual(await search({ lastName: 'NGUGI' }), [one.id]);
  assert.deepEqual(await search({ ...wild, lastName: 'Botha' }), [three.id, two.id]);
  assert.deepEqual(await search({ reference: two.reference.toLowerCase() }), [two.id]);
  assert.deepEqual(await search({ reference: two.paymentReference }), [two.id]);
  assert.deepEqual(await search({ ...wild, lastName: '%' }), []);
  const sorted = (sortBy: string, sortDescending?: boolean) =>
    search({ ...wild, sortBy, ...(sortDescending === undefined ? {} : { sortDescending }) });
  assert.deepEqual(await sorted('amount'), [one.id, three.id, two.id]);
  assert.deepEqual(await sorted('Amount', true), [two.id, three.id, one.id]);
  assert.deepEqual(await sorted('Reference'), ids);
  assert.deepEqual(await sorted('CREATEDUTC', true), newest);
  assert.deepEqual(await sorted('Email'), [one.id, three.id, two.id]);
  assert.deepEqual((await sorted('LastName')).at(-1), one.id);
  assert.deepEqual((await sorted('DonationTypeName'))[0], two.id);
  const first = await sorted('FirstName');
  assert.deepEqual(await sorted('FirstName'), first, 'the order is stable');
  const bad = await callApi(app, office.searchDonations, { body: { sortBy: 'id' } }, asAdmin);
  assert.equal(bad.status, 400);
});

test('the list is paged and shows the total count', async () => {
  const all = await callApi(app, office.listDonations, { query: {} }, asAdmin);
  const page = await callApi(app, office.listDonations, { query: { pageSize: '2' } }, asAdmin);
  assert.deepEqual(page.data, all.data.slice(0, 2));
  assert.equal(page.headers['x-total-count'], all.headers['x-total-count']);
  assert.equal(Number(all.headers['x-total-count']), all.data.length);
  const past = { query: { page: '999' } };
  assert.deepEqual((await callApi(app, office.listDonations, past, asAdmin)).data, []);
});
