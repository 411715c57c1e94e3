import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import * as contract from '#contract/summaries.ts';
import { donate } from '#server/features/donations/donate.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';
import { owedAccount, searchMovements } from '#contract/month-end/cash-book.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const asAdmin = { token };
const { db } = app;

const donations = async () => (await callApi(app, contract.summarizeDonations, {}, asAdmin)).data;
const invoices = async () => (await callApi(app, contract.summarizeInvoices, {}, asAdmin)).data;
const members = async () => (await callApi(app, contract.summarizeMembers, {}, asAdmin)).data;

async function donated(amount: number, receivedOn?: string): Promise<void> {
  const { id } = await donate(app.ctx(), {
    firstName: 'Zoë',
    lastName: "O'Brien",
    email: 'zoe@example.org',
    donationTypeId: await donationTypeId(app, 'Wise'),
    amount,
  });
  if (receivedOn === undefined) return;
  await settleDonation(app.ctx(), { donationId: id, source: 'administrator' });
  await db
    .updateTable('payments')
    .set({ paid_on: receivedOn })
    .where('donation_id', '=', id)
    .execute();
}

let people = 0;

/** An invoice created at that time for a newly registered member. */
async function invoiced(createdAt: string): Promise<string> {
  people += 1;
  const { invoiceId } = await registered(app, { email: `person${people}@example.org` });
  await db
    .updateTable('invoices')
    .set({ created_at: new Date(createdAt) })
    .where('id', '=', invoiceId)
    .execute();
  return invoiceId;
}

test('donations are summed by the month in which the money arrived, including empty months', async () => {
  await donated(100.1, '2027-03-01');
  await donated(50.25, '2027-03-10');
  await donated(70, '2026-12-31');
  await donated(1, '2026-04-01');
  await donated(500, '2026-03-31');
  await donated(30);
  await donated(0.5);
  const { months, pending } = await donations();
  assert.deepEqual(pending, { count: 2, amount: 30.5 });
  assert.deepEqual(
    months.map(({ month, count, amount }) => [month, count, amount]),
    [
      ['2026-04', 1, 1],
      ['2026-05', 0, 0],
      ['2026-06', 0, 0],
      ['2026-07', 0, 0],
      ['2026-08', 0, 0],
      ['2026-09', 0, 0],
      ['2026-10', 0, 0],
      ['2026-11', 0, 0],
      ['2026-12', 1, 70],
      ['2027-01', 0, 0],
      ['2027-02', 0, 0],
      ['2027-03', 2, 150.35],
    ],
  );
});

test('each donation figure equals the count of the linked list', async () => {
  const { months, pending } = await donations();
  const countOf = async (body: Parameters<typeof callApi<typeof searchDonations>>[2]['body']) =>
    (await callApi(app, searchDonations, { body }, asAdmin)).data.totalCount;
  for (const { from, to, count } of months) {
    assert.equal(await countOf({ receivedFrom: from, receivedTo: to }), count, String(from));
  }
  assert.equal(await countOf({ isReceived: false }), pending.count);
  assert.equal(await countOf({ receivedTo: '2026-03-31' }), 1);
  assert.equal(await countOf({ receivedFrom: '', receivedTo: null }), 7);
});

test('unpaid invoices are summed by age, and what was paid in the financial year', async () => {
  // It is 10 March 2027 in Johannesburg: 30 days ago was 8 February.
  const ages = {
    '2027-03-10T08:00:00Z': 0,
    '2027-02-07T22:00:00Z': 0,
    '2027-02-07T21:59:59Z': 1,
    '2027-01-08T22:00:00Z': 1,
    '2027-01-08T21:59:59Z': 2,
    '2026-12-09T22:00:00Z': 2,
    '2026-12-09T21:59:59Z': 3,
    '2020-01-01T00:00:00Z': 3,
  };
  for (const createdAt of Object.keys(ages)) await invoiced(createdAt);
  const gone = await invoiced('2027-02-20T08:00:00Z');
  await db
    .updateTable('invoices')
    .set({ voided_at: app.clock.now(), void_reason: 'by mistake' })
    .where('id', '=', gone)
    .execute();
  await db.updateTable('book_settings').set({ year_end_month: 12 }).execute();
  for (const paidOn of ['2027-01-01', '2027-03-10', '2026-12-31']) {
    const invoiceId = await invoiced(`${paidOn}T03:00:00Z`);
    await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', paidOn });
  }
  const { unpaid, paid } = await invoices();
  assert.deepEqual(unpaid, [
    { age: '0-30', from: '2027-02-08', to: null, count: 2, amount: 900 },
    { age: '31-60', from: '2027-01-09', to: '2027-02-07', count: 2, amount: 900 },
    { age: '61-90', from: '2026-12-10', to: '2027-01-08', count: 2, amount: 900 },
    { age: '90+', from: null, to: '2026-12-09', count: 2, amount: 900 },
  ]);
  const title = 'Financial year 2027 (Jan 2027 to Dec 2027)';
  assert.deepEqual(paid, { period: '2027', title, count: 2, amount: 900 });
});

test('each invoice figure equals the count of the linked list', async () => {
  const { unpaid, paid } = await invoices();
  const countOf = async (body: Parameters<typeof callApi<typeof searchInvoices>>[2]['body']) =>
    (await callApi(app, searchInvoices, { body }, asAdmin)).data.totalCount;
  for (const { from, to, count } of unpaid) {
    assert.equal(await countOf({ isPaid: false, createdFrom: from, createdTo: to }), count);
  }
  const book = { period: paid.period, account: owedAccount, what: 'payments' };
  const { data } = await callApi(app, searchMovements, { body: book }, asAdmin);
  assert.deepEqual([data.totalCount, data.moneyOut - data.moneyIn], [paid.count, paid.amount]);
  assert.equal(await countOf({ paidTo: '2026-12-31' }), 1);
});

test('the number of members per status equals the filtered list and excludes archived members', async () => {
  const { memberId } = await registered(app, { email: 'archived@example.org' });
  await db
    .updateTable('members')
    .set({ archived_at: app.clock.now() })
    .where('id', '=', memberId)
    .execute();
  const { statuses } = await members();
  assert.deepEqual(
    statuses.map(({ name, count }) => [name, count]),
    [
      ['Active', 3],
      ['Due for Renewal', 0],
      ['Expired', 0],
      ['Pending', 9],
      ['Deactivated', 0],
    ],
  );
  for (const { id: memberStatusID, count } of statuses) {
    const { data } = await callApi(app, searchMembers, { body: { memberStatusID } }, asAdmin);
    assert.equal(data.totalCount, count);
  }
});

test('a sum can be larger than the largest amount', async () => {
  for (let times = 0; times < 3; times += 1) await donated(9_999_999.99);
  assert.equal((await donations()).pending.amount, 30_000_030.47);
});

test('only administrators read the summaries', async () => {
  const member = await tokenOf(app, (await registered(app, { email: 'm@example.org' })).userId);
  for (const call of [
    contract.summarizeDonations,
    contract.summarizeInvoices,
    contract.summarizeMembers,
  ]) {
    assert.equal((await callApi(app, call, {})).status, 401);
    assert.equal((await callApi(app, call, {}, { token: member })).status, 403);
  }
});

test('a donation that was reported elsewhere is in its month, which says so', async () => {
  const before = (await donations()).months.at(-1);
  assert.ok(before);
  assert.equal(before.elsewhere, 0);
  await donated(200.1, '2027-03-02');
  await db
    .updateTable('payments')
    .set({ reported_elsewhere: true })
    .where('amount_cents', '=', 20_010)
    .execute();
  const after = (await donations()).months.at(-1);
  assert.deepEqual(
    [after?.count, after?.amount, after?.elsewhere],
    [before.count + 1, Math.round((before.amount + 200.1) * 100) / 100, 200.1],
  );
});
