import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  getInvoice,
  getInvoicePdf,
  invoiceColumns,
  listInvoices,
  processInvoicePayment,
  resendInvoiceEmail,
  searchInvoices,
} from '#contract/invoices/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token: admin } = await naledi(app);
const { token: nobodys } = await naledi(app, 'Member');

const thandi = await registered(app, { lastName: 'Dlamini' });
const zodwa = await registered(app, {
  email: 'zodwa@example.org',
  lastName: 'Müller',
  paymentType: 'Credit Card',
});
const sipho = await registered(app, { email: 'sipho@example.org', lastName: 'Nkosi' });
const thandis = await tokenOf(app, thandi.userId);

await callApi(app, processInvoicePayment, { params: { id: zodwa.invoiceId } }, { token: admin });
await app.db
  .updateTable('invoices')
  .set({ voided_at: app.clock.now(), void_reason: 'A mistake' })
  .where('id', '=', sipho.invoiceId)
  .execute();

async function finds(body: BodyOf<typeof searchInvoices>, names: string[], token = admin) {
  const { data } = await callApi(app, searchInvoices, { body }, { token });
  const found = data.results.map((invoice) => invoice.userLastName);
  assert.deepEqual(
    found.toSorted((one, two) => one.localeCompare(two)),
    names,
  );
  assert.equal(data.totalCount, names.length);
}

test('void invoices are listed under All, but not under Paid or Unpaid', async () => {
  await finds({ isPaid: true }, ['Müller']);
  await finds({ isPaid: false }, ['Dlamini']);
  for (const isPaid of [null, '' as const, []]) {
    await finds({ isPaid }, ['Dlamini', 'Müller', 'Nkosi']);
  }
});

test('invoices can be searched by number, name, email, method and member', async () => {
  await finds({ invoiceNumber: 'inv-00002' }, ['Müller']);
  await finds({ invoiceNumber: '00003' }, ['Nkosi']);
  await finds({ invoiceNumber: ' inv2' }, ['Müller']);
  await finds({ invoiceNumber: 'INV-00002-A' }, ['Müller']);
  await finds({ invoiceNumber: 'INV-00003-A' }, []);
  await finds({ userLastName: 'mull' }, ['Müller']);
  await finds({ userEmail: 'ZODWA@' }, ['Müller']);
  await finds({ paymentType: 'credit' }, ['Müller']);
  await finds({ paymentType: 'eft', isPaid: false }, ['Dlamini']);
  await finds({ memberId: sipho.memberId.toUpperCase() }, ['Nkosi']);
  await finds({ userLastName: '%' }, []);
});

test('the unpaged call returns one page, newest first, and the total count', async () => {
  const reply = await callApi(app, listInvoices, { query: { pageSize: '2' } }, { token: admin });
  const all = (await callApi(app, searchInvoices, { body: {} }, { token: admin })).data.results;
  assert.deepEqual(reply.data, all.slice(0, 2));
  assert.equal(Number(reply.headers['x-total-count']), 3);
});

test('a number above 99999 can be searched', async () => {
  const renumber = (number: number) =>
    app.db.updateTable('invoices').set({ number }).where('id', '=', sipho.invoiceId).execute();
  await renumber(123_456);
  await finds({ invoiceNumber: 'INV-123456' }, ['Nkosi']);
  await renumber(3);
});

test('each column sorts both ways, and unpaid invoices come last by day of payment', async () => {
  for (const sortBy of invoiceColumns) {
    const [up, down] = await Promise.all(
      [false, true].map(async (sortDescending) => {
        const body = { sortBy, sortDescending };
        return (await callApi(app, searchInvoices, { body }, { token: admin })).data.results;
      }),
    );
    if (sortBy === 'PaidDate') {
      for (const rows of [up, down]) assert.equal(rows![0]!.userLastName, 'Müller');
    } else assert.deepEqual(down, up!.toReversed(), sortBy);
  }
});

test('a member finds only own invoices, even with another member’s id as the filter', async () => {
  for (const memberId of [undefined, '', zodwa.memberId]) {
    await finds({ memberId }, ['Dlamini'], thandis);
  }
  await finds({}, [], nobodys);
});

test('visitors with the id see only amount and state, the member and administrators see everything', async () => {
  const read = (id: string, token?: string) =>
    callApi(app, getInvoice, { params: { id } }, token === undefined ? {} : { token });
  const bare = { id: zodwa.invoiceId, amount: 450, isPaid: true, state: 'paid' };
  for (const token of [undefined, thandis, nobodys, 'garbled']) {
    assert.deepEqual((await read(zodwa.invoiceId, token)).data, bare);
  }
  const whole = await read(thandi.invoiceId, thandis);
  assert.deepEqual(whole.data, (await read(thandi.invoiceId, admin)).data);
  assert.deepEqual(whole.data, {
    id: thandi.invoiceId,
    amount: 450,
    balance: 450,
    isPaid: false,
    state: 'unpaid',
    memberId: thandi.memberId,
    invoiceNumber: 'INV-00001',
    paymentReference: 'INV-00001-Y',
    paymentType: 'EFT',
    paidDate: null,
    userFirstName: 'Thandi',
    userLastName: 'Dlamini',
    userEmail: 'thandi@example.org',
    line: 'Membership: Individual',
    createdUtc: '2027-03-10T08:00:00.000Z',
    memberTypeId: await typeId(app, 'Individual'),
    address: '12 Acacia Road\nSkukuza\n0081',
    sentUtc: '2027-03-10T08:00:00.000Z',
    paidOn: null,
    paidBy: null,
    paymentSource: null,
    bankReference: null,
    voidReason: null,
    writtenOff: 0,
    writeOffReason: null,
    creditNote: null,
    proofSentUtc: null,
  });
  assert.equal((await read(randomUUID())).status, 404);
});

test('only the member and administrators get the PDF, and others get a 404', async () => {
  const pdf = (token: string) =>
    callApi(app, getInvoicePdf, { params: { id: thandi.invoiceId } }, { token });
  for (const token of [thandis, admin]) {
    const { status, headers, text } = await pdf(token);
    assert.deepEqual([status, headers['content-type']], [200, 'application/pdf']);
    assert.match(text, /^%PDF-/);
    assert.match(String(headers['content-disposition']), /INV-00001-2027-03-10\.pdf/);
  }
  assert.equal((await pdf(nobodys)).status, 404);
});

test('sending again queues the mail again, except for a void invoice', async () => {
  const resend = (id: string) =>
    callApi(app, resendInvoiceEmail, { params: { id } }, { token: admin });
  app.clock.set('2027-03-10T09:00:00Z');
  assert.equal((await resend(thandi.invoiceId)).status, 200);
  const { invoice, mails } = await rowsOf(app, thandi.invoiceId);
  assert.equal(mails.length, 2);
  assert.deepEqual(invoice.sent_at, new Date('2027-03-10T08:00:00Z'), 'the first time is stored');
  const before = await rowsOf(app, sipho.invoiceId);
  assert.equal((await resend(sipho.invoiceId)).status, 409);
  assert.deepEqual(await rowsOf(app, sipho.invoiceId), before);
  assert.equal((await resend(randomUUID())).status, 404);
});

test('processing a paid invoice returns 200 and records nothing', async () => {
  const process = (id: string) =>
    callApi(app, processInvoicePayment, { params: { id } }, { token: admin });
  const before = await rowsOf(app, zodwa.invoiceId);
  const { status, data } = await process(zodwa.invoiceId);
  assert.deepEqual([status, data.state], [200, 'paid']);
  assert.deepEqual(await rowsOf(app, zodwa.invoiceId), before);
  const refused = await process(sipho.invoiceId);
  assert.deepEqual(
    [refused.status, refused.message],
    [409, 'This invoice is void and cannot be paid.'],
  );
});
