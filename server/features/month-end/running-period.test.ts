import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { recordMoney, refundCredit } from '#contract/payments/credits.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { readPeriod } from './figures/read-period.ts';
import { readWorkbook } from './pack/spreadsheet-file.ts';
import { sheetsOf } from './pack/write-spreadsheet.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });

test('the age of what is owed counts up to today while the period runs', async () => {
  app.clock.set('2027-03-10T08:00:00Z');
  const payer = { userFirstName: 'Koos', userLastName: 'Nel', userEmail: 'koos@example.org' };
  const body = { ...payer, line: 'A cap', amount: 120.5, paymentType: 'EFT' as const };
  assert.equal((await callApi(app, createInvoice, { body }, await as())).status, 201);
  app.clock.set('2027-05-05T08:00:00Z');
  for (const period of ['2027-05', '2028']) {
    const { sections } = await readPeriod(app.ctx(), period);
    const byAge = sections.find(({ title }) => title === 'Owed by age');
    const aged = byAge?.lines.filter(({ amount }) => amount === 120.5).map(({ label }) => label);
    assert.equal(aged?.[0], '31 to 60 days old', period);
    const sheets = sheetsOf(await readWorkbook(app.ctx(), period));
    const of = (name: string) => sheets.find((sheet) => sheet.name === name);
    assert.equal(of('Owed')?.header[2], 'Age on 5 May 2027');
    assert.equal(of('Credits')?.header[3], 'Credit on 5 May 2027');
    assert.match(JSON.stringify(await Array.fromAsync(of('Owed')?.rows ?? [])), /31 to 60 days/);
  }
});

test('cash below zero is a warning', async () => {
  app.clock.set('2027-05-05T08:00:00Z');
  const money = { payerName: 'Koos Nel', amount: 600, paidOn: '2027-04-10' };
  const body = { ...money, paidBy: 'Cheque' as const };
  const { data } = await callApi(app, recordMoney, { body }, await as());
  const refund = { amount: 100, refundedOn: '2027-04-12', refundedBy: 'Cash' as const };
  const input = { params: { id: data.id }, body: refund };
  const { status, message } = await callApi(app, refundCredit, input, await as());
  assert.ok(status < 300, message);
  const warned = async (month: string) =>
    (await readPeriod(app.ctx(), month)).warnings.includes(texts.cashBelowZero('2027-04', 100));
  assert.equal(await warned('2027-04'), true);
  assert.equal(await warned('2027-03'), false);
});
