import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  listDonations,
  processDonationPayment,
  searchDonations,
} from '#contract/donations/admin-endpoints.ts';
import {
  getInvoice,
  listInvoices,
  processInvoicePayment,
  searchInvoices,
} from '#contract/invoices/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';

const app = await openTestApp();
const { token } = await naledi(app);
let people = 0;

const newMember = () => registered(app, { email: `details-${++people}@example.org` });
const pay = (id: string, body: object) =>
  callApi(app, processInvoicePayment, { params: { id }, body }, { token });

const details = ({
  paymentType,
  paidBy,
  paymentSource,
  bankReference,
}: Record<string, unknown>) => [paymentType, paidBy, paymentSource, bankReference];

test('an EFT invoice that is paid in cash keeps its payment type and says how it was paid', async () => {
  const { invoiceId } = await newMember();
  const { data } = await pay(invoiceId, { paidBy: 'Cash', bankReference: '  DEP 4711  ' });
  assert.deepEqual(details(data), ['EFT', 'Cash', 'administrator', 'DEP 4711']);
});

test('an EFT invoice that is paid by card says so', async () => {
  const { invoiceId } = await newMember();
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference: 'payfast:77' });
  const { data } = await callApi(app, getInvoice, { params: { id: invoiceId } }, { token });
  assert.deepEqual(details(data), ['EFT', 'Credit Card', 'payfast', null]);
});

test('without details, the money came as chosen', async () => {
  for (const body of [{}, { paidBy: null, bankReference: null }, { bankReference: '   ' }]) {
    const { invoiceId } = await newMember();
    const { data } = await pay(invoiceId, body);
    assert.deepEqual(details(data), ['EFT', 'EFT', 'administrator', null]);
  }
});

test('several payments can have the same bank reference', async () => {
  for (let times = 0; times < 2; times++) {
    const { invoiceId } = await newMember();
    const { status, data } = await pay(invoiceId, { bankReference: 'MEMBERSHIP' });
    assert.deepEqual([status, data.bankReference], [200, 'MEMBERSHIP']);
  }
});

test('an unknown method and a long bank reference are refused at their fields', async () => {
  const { invoiceId } = await newMember();
  for (const [body, field, message] of [
    [{ paidBy: 'Barter' }, 'paidBy', 'Please choose how the money came.'],
    [{ bankReference: 'x'.repeat(101) }, 'bankReference', 'Please use at most 100 characters.'],
    [{ bankReference: 'a\nb' }, 'bankReference', 'This text must be on one line.'],
  ] as const) {
    const { status, errors } = await pay(invoiceId, body);
    assert.deepEqual([status, errors], [400, [{ field, message }]]);
  }
  const longest = 'x'.repeat(100);
  assert.equal((await pay(invoiceId, { bankReference: longest })).data.bankReference, longest);
});

test('a donation shows how it was paid too', async () => {
  const id = await pledged(app);
  const body = { paidBy: 'Wise', bankReference: 'TRF 9' } as const;
  const { data } = await callApi(app, processDonationPayment, { params: { id }, body }, { token });
  const { donationTypeName: paymentType, ...paid } = data;
  assert.notEqual(paymentType, 'Wise');
  assert.deepEqual(details(paid).slice(1), ['Wise', 'administrator', 'TRF 9']);
});

test('the CSV files have a column for how it was paid and one for the bank reference', async () => {
  const { invoiceId, email } = await newMember();
  await pay(invoiceId, { paidBy: 'Cash', bankReference: 'CSV 1' });
  const headers = { accept: 'text/csv' };
  const input = { body: { userEmail: email } };
  const { text } = await callApi(app, searchInvoices, input, { token, headers });
  assert.match(text, /Payment method.*Is Paid,Paid on,Paid by,Bank reference,/);
  assert.match(text, /,EFT,Paid,2027-03-10,Cash,CSV 1,/);
  const donations = await callApi(app, searchDonations, { body: {} }, { token, headers });
  assert.match(donations.text, /Received on,Paid by,Bank reference,/);
});

test('the filter of the payment type finds what was chosen', async () => {
  const { invoiceId, email } = await newMember();
  await pay(invoiceId, { paidBy: 'Cash' });
  for (const [paymentType, count] of [
    ['EFT', 1],
    ['Cash', 0],
  ] as const) {
    const body = { userEmail: email, paymentType };
    const { data } = await callApi(app, searchInvoices, { body }, { token });
    assert.equal(data.totalCount, count, paymentType);
  }
});

test('a member sees how the invoice was paid, but not the bank reference', async () => {
  const { invoiceId, userId } = await newMember();
  await pay(invoiceId, { paidBy: 'Cash', bankReference: 'From Mr X' });
  const own = { token: await tokenOf(app, userId) };
  const one = await callApi(app, getInvoice, { params: { id: invoiceId } }, own);
  assert.deepEqual(details(one.data), ['EFT', 'Cash', 'administrator', null]);
  const { data } = await callApi(app, searchInvoices, { body: {} }, own);
  assert.equal(data.results[0]?.bankReference, null);
  assert.doesNotMatch((await callApi(app, getInvoice, { params: { id: invoiceId } })).text, /Mr X/);
});

test('the lists have the same fields', async () => {
  const query = { query: {} };
  const { data: invoices } = await callApi(app, listInvoices, query, { token });
  const { data: donations } = await callApi(app, listDonations, query, { token });
  assert.ok(invoices.some(({ bankReference }) => bankReference === 'MEMBERSHIP'));
  assert.ok(donations.some(({ bankReference }) => bankReference === 'TRF 9'));
});
