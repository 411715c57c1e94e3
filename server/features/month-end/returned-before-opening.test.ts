import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { brokenIn } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

test('money that came and went back before the first statement leaves its balance as it is', async () => {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  app.clock.set('2027-03-22T08:00:00Z');
  const as = { token: await tokenOf(app, adminId) };
  const bank = openMatching(app, as.token);
  await bank.imported([
    { text: '#FEE', rand: -8.5, day: '2027-03-10' },
    { text: 'A GUEST', rand: 100, day: '2027-03-15' },
  ]);
  const { invoiceId } = await registered(app, { email: 'returned@example.org' });
  const params = { id: invoiceId };
  const body = { amount: 450, paidOn: '2027-02-17', paidBy: 'EFT' as const };
  assert.equal((await callApi(app, processInvoicePayment, { params, body }, as)).status, 200);
  assert.deepEqual(await brokenIn(app, '2027-03'), []);
  const undo = { params, body: { reason: 'Bounced', returnedOn: '2027-03-08' } };
  assert.equal((await callApi(app, undoInvoicePayment, undo, as)).status, 200);
  assert.deepEqual(await brokenIn(app, '2027-03'), []);
});
