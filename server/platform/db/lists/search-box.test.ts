import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { donate, listDonationTypes } from '#contract/donations/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { createMember, searchMembers } from '#contract/members/endpoints.ts';
import { previewRenewals } from '#contract/renewals/endpoints.ts';
import { searchUsers } from '#contract/users/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, typeId } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const memberTypeID = await typeId(app, 'Individual');

async function member(firstName: string, lastName: string, email: string, phone = '') {
  const body = { firstName, lastName, email, phone, memberTypeID };
  return (await callApi(app, createMember, { body }, as)).data;
}

const bongani = await member('Bongani', 'Fourie', 'bf@example.org', '082 555 0101');
const bonganiDube = await member('Bongani', 'Dube', 'dube@example.org', '+27 (13) 755-0199');
const zoe = await member('Zoë', 'van der Fou', 'zoe@example.net');

async function members(text: string) {
  const { data } = await callApi(app, searchMembers, { body: { text } }, as);
  assert.equal(data.totalCount, data.results.length, text);
  return data.results.map(({ id }) => id);
}

test('the search box finds the members that have all its words, in any order and any field', async () => {
  for (const text of ['Bongani Fou', 'fou bon', ' FOURIE,  bongani ', 'bf@example bongani']) {
    assert.deepEqual(await members(text), [bongani.id], text);
  }
  assert.deepEqual(await members('bongani'), [bongani.id, bonganiDube.id]);
  assert.deepEqual(await members('zoe VAN'), [zoe.id]);
  assert.deepEqual(await members('bongani nobody'), []);
});

test('numbers and phone numbers are found as they are shown, and as digits', async () => {
  const number = bonganiDube.membershipNumber!;
  assert.deepEqual(await members(`${number} dube`), [bonganiDube.id]);
  for (const text of ['0825550101', '082 555 0101', '555 0101']) {
    assert.deepEqual(await members(text), [bongani.id], text);
  }
  assert.deepEqual(await members('27137550199'), [bonganiDube.id]);
});

test('% and _ stand for themselves, and words do not match across two fields', async () => {
  for (const text of ['%', 'b_ngani', 'bonganifourie', 'fouriebf']) {
    assert.deepEqual(await members(text), [], text);
  }
  assert.equal((await members(' , ')).length, 3);
});

test('the search box is joined to the filters, also for renewals', async () => {
  const body = { text: 'bongani', lastName: 'dube' };
  const { data } = await callApi(app, searchMembers, { body }, as);
  assert.deepEqual(
    data.results.map(({ id }) => id),
    [bonganiDube.id],
  );
  const counted = await callApi(
    app,
    previewRenewals,
    { body: { sendAll: true, filters: { text: 'bongani fou' } } },
    as,
  );
  assert.equal(counted.data.toSend, 1);
});

test('invoices are found by number, name, email and amount', async () => {
  const { invoiceId } = await registered(app, {
    firstName: 'Lerato',
    lastName: 'Mokoena',
    email: 'lerato@example.org',
  });
  const { data } = await callApi(app, searchInvoices, { body: {} }, as);
  const invoice = data.results.find(({ id }) => id === invoiceId)!;
  const { invoiceNumber: number, paymentReference: reference } = invoice;
  const digits = String(Number(number.slice(4)));
  for (const text of [
    number,
    reference,
    reference.toLowerCase().replaceAll('-', ''),
    reference.replaceAll('-', ' '),
    number.replace('-', ''),
    `inv${digits}${reference.at(-1)} mokoena`,
    `mokoena, inv-${digits}`,
    `mokoena ${number.toLowerCase()}`,
    'lerato r450.00',
    'LERATO@example 450',
  ]) {
    const reply = await callApi(app, searchInvoices, { body: { text } }, as);
    assert.deepEqual(
      reply.data.results.map(({ id }) => id),
      [invoiceId],
      text,
    );
  }
  // The check letter of another number, and an invoice of somebody else.
  for (const text of [reference.replace(/.$/, 'B'), `${reference} fourie`]) {
    const reply = await callApi(app, searchInvoices, { body: { text } }, as);
    assert.equal(reply.data.totalCount, 0, text);
  }
});

test('donations are found by reference, name, email and amount', async () => {
  const types = await callApi(app, listDonationTypes, {}, as);
  const donationTypeId = types.data.find(({ name }) => name === 'EFT')!.id;
  const person = { firstName: 'Sipho', lastName: 'Nkosi', email: 'sipho@example.org' };
  const made = await callApi(
    app,
    donate,
    { body: { ...person, amount: 75.5, donationTypeId } },
    as,
  );
  await callApi(app, donate, { body: { ...person, amount: 100, donationTypeId } }, as);
  const { reference, paymentReference } = made.data;
  for (const text of [
    reference,
    paymentReference,
    paymentReference.replaceAll('-', ''),
    'nkosi r75.50',
    'sipho@example 75.5',
  ]) {
    const reply = await callApi(app, searchDonations, { body: { text } }, as);
    assert.deepEqual(
      reply.data.results.map(({ id }) => id),
      [made.data.id],
      text,
    );
  }
});

test('the box searches administrators by name, email and phone', async () => {
  const { data } = await callApi(app, searchUsers, { body: { text: 'naledi', role: 'Admin' } }, as);
  assert.equal(data.totalCount, 1);
});

test('equal rows are in the order of their numbers, in the direction of the sort', async () => {
  // One batch: the same moment and the same amount.
  for (let n = 0; n < 12; n += 1) {
    await registered(app, { lastName: 'Batch', email: `batch${n}@example.org` });
  }
  await app.db.updateTable('invoices').set({ created_at: app.clock.now() }).execute();
  for (const sortBy of ['CreatedUtc', 'Amount', 'UserLastName', 'PaymentType', 'PaidDate']) {
    for (const text of ['', 'batch']) {
      const up = await batch({ text, sortBy, sortDescending: false });
      assert.equal(up.length, 12);
      assert.deepEqual(up, up.toSorted(), `${sortBy} ${text}`);
      const down = await batch({ text, sortBy, sortDescending: true });
      assert.deepEqual(down, up.toReversed(), `${sortBy} ${text} descending`);
    }
  }
});

async function batch(order: BodyOf<typeof searchInvoices>) {
  const body = { userLastName: 'batch', pageSize: 100, ...order };
  const { data } = await callApi(app, searchInvoices, { body }, as);
  return data.results.map(({ invoiceNumber }) => invoiceNumber);
}

test('a file has the same order as the list', async () => {
  const body = { userLastName: 'batch' };
  const headers = { accept: 'text/csv' };
  const { text } = await callApi(app, searchInvoices, { body }, { ...as, headers });
  const numbers = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0]);
  assert.deepEqual(numbers, await batch({}));
});
