import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthEndTexts } from '#contract/month-end/texts.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { readPeriod } from './figures/read-period.ts';
import { scheduleSheets } from './pack/schedules.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });

async function came(amount: number, paidBy: PaymentMethod, paidOn: string): Promise<string> {
  const body = { payerName: 'Nomsa', amount, paidOn, paidBy };
  return (await callApi(app, recordMoney, { body }, await as())).data.id;
}

app.clock.set('2027-03-20T08:00:00Z');
await came(19_000, 'Wise', '2027-03-02');
await came(888, 'World Remit', '2027-03-03');
const cheque = await came(120, 'Cheque', '2027-03-05');
const bank = openMatching(app, (await as()).token);
const line = await bank.line('CHEQUE DEPOSIT', 120, '2027-03-08');
await bank.book(line, [{ kind: 'recorded', targetId: cheque, amount: 120 }]);
for (let day = 1; day <= 12; day += 1) {
  await came(10, 'Card Machine', `2027-03-${String(day).padStart(2, '0')}`);
}

const period = (month: string) => readPeriod(app.ctx(), month);
const sectionOf = async (title: string) =>
  (await period('2027-03')).sections.find((section) => section.title === title);

test('money that nothing empties is a control account without a balance, and the summary names it', async () => {
  const controls = await sectionOf('Control accounts');
  const { columns = [], rows = [] } = controls?.table ?? {};
  const closing = rows.find(({ label }) => label === 'In the books at the end')?.amounts ?? [];
  assert.deepEqual(
    columns.map((name, n) => [name, closing[n]]),
    [
      ['FNB 70000000001', 10_120],
      ['Card machine', 120],
      ['World Remit, Wise and Pay Pal', 19_888],
    ],
  );
  const summary = await sectionOf('Summary');
  assert.equal(
    summary?.lines.find(({ label }) => label === 'Control accounts')?.detail,
    'no difference, nothing to compare Card machine and World Remit, Wise and Pay Pal with',
  );
});

test('the payments that are not deposited yet are listed, the oldest first', async () => {
  const { lines = [] } = (await sectionOf('Accounts')) ?? {};
  const after = (label: string, count: number) => {
    const at = lines.findIndex((one) => one.label === label);
    return lines.slice(at, at + count).map((one) => [one.label, one.detail, one.amount]);
  };
  assert.deepEqual(after('World Remit, Wise and Pay Pal: not deposited yet', 4), [
    ['World Remit, Wise and Pay Pal: not deposited yet', '', null],
    ['Payments not matched with a bank line', '2 payments', 19_888],
    ['Money without a record, 2 Mar 2027', '', 19_000],
    ['Money without a record, 3 Mar 2027', '', 888],
  ]);
  const machine = after('Card machine: not deposited yet', 13);
  assert.deepEqual(machine[1], ['Payments not matched with a bank line', '12 payments', 120]);
  assert.equal(
    lines.some(({ label }) => label.startsWith('Cheques: ')),
    false,
  );
  const { combined } = await period('2027-03');
  const sheets = scheduleSheets(
    { last: '2027-03-31', owed: [], credits: [], deferred: [] },
    combined,
    '2027-04-02',
  );
  let listed = '';
  for await (const rows of sheets.find(({ name }) => name === 'Reconciliation')?.rows ?? []) {
    listed += JSON.stringify(rows);
  }
  assert.equal(listed.split('Not deposited yet').length - 1, 14);
});

test('money that is there for more than 30 days is a warning', async () => {
  const now = app.clock.now();
  app.clock.set('2027-04-03T08:00:00Z');
  const { warnings } = await period('2027-04');
  assert.deepEqual(
    [
      monthEndTexts.notDeposited('World Remit, Wise and Pay Pal', 19_888, '2027-03-02'),
      monthEndTexts.notDeposited('Card machine', 30, '2027-03-01'),
    ].map((warning) => warnings.includes(warning)),
    [true, true],
  );
  assert.deepEqual(
    (await period('2027-03')).warnings.filter((warning) => warning.includes('30 days')),
    [],
  );
  app.clock.set(now.toISOString());
});

test('of many payments the oldest are kept, and the sum of the others', async () => {
  for (let n = 0; n < 105; n += 1) await came(1, 'SnapScan', '2027-03-10');
  const { lines = [] } = (await sectionOf('Accounts')) ?? {};
  const at = lines.findIndex(({ label }) => label === 'SnapScan and Zapper: not deposited yet');
  assert.deepEqual([lines[at + 1]?.detail, lines[at + 1]?.amount], ['105 payments', 105]);
  const { combined } = await period('2027-03');
  const of = combined.clearing?.find(({ account }) => account === 'snapScan');
  assert.deepEqual([of?.items.length, of?.count, of?.cents], [100, 105, 10_500]);
});
