import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { getInvoiceBankDetails } from '#contract/invoices/bank-details.ts';
import { invoiceTexts } from '#contract/invoices/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token: admin } = await naledi(app);
const change = (values: { name?: string; bank?: string; account_number: string }) =>
  app.db.updateTable('company_info').set(values).execute();

await change({ name: 'Wildlife Trust', bank: 'First Bank', account_number: '0071 234' });
const thandi = await registered(app);
await change({ account_number: '999' });
const later = await registered(app, { email: 'later@example.org' });
await change({ account_number: '' });
const without = await registered(app, { email: 'without@example.org' });
const thandis = await tokenOf(app, thandi.userId);

const read = (id: string, token: string) =>
  callApi(app, getInvoiceBankDetails, { params: { id } }, { token });

test('the member and administrators see the bank details as they were when the invoice was issued', async () => {
  for (const token of [thandis, admin]) {
    const { status, data } = await read(thandi.invoiceId, token);
    assert.equal(status, 200);
    assert.deepEqual(data, [
      { label: 'Account holder', value: 'Wildlife Trust' },
      { label: 'Bank', value: 'First Bank' },
      { label: 'Account number', value: '0071 234' },
      { label: 'Payment reference', value: 'INV-00001-Y' },
    ]);
  }
});

test('without a bank account the invoice shows no bank details', async () => {
  assert.deepEqual((await read(without.invoiceId, admin)).data, []);
});

test('the invoice of another member gets a 404, like an unknown one', async () => {
  const [theirs, unknown] = [
    await read(later.invoiceId, thandis),
    await read(randomUUID(), thandis),
  ];
  assert.deepEqual([theirs.status, theirs.message], [404, invoiceTexts.notFound]);
  assert.equal(theirs.text, unknown.text);
});
