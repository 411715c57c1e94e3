import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashTexts as texts, countCash } from '#contract/month-end/cash-count.ts';
import * as contract from '#contract/month-end/endpoints.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { readPeriod } from '../figures/read-period.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });
const count = async (day: string, amount: number | null) =>
  callApi(app, countCash, { body: { day, amount } }, await as());
const cash = async (amount: number, paidOn: string) => {
  const body = { payerName: 'Nomsa Dlamini', amount, paidOn, paidBy: 'Cash' as const };
  assert.equal((await callApi(app, recordMoney, { body }, await as())).status, 201);
};
const shown = async (period = '2027-03') => {
  const { data } = await callApi(app, contract.getFigures, { params: { period } }, await as());
  const lines = data.sections.find(({ title }) => title === 'Accounts')?.lines ?? [];
  const at = lines.findIndex(({ label }) => label.startsWith('Cash counted'));
  return at === -1
    ? []
    : lines
        .slice(at, at + 4)
        .map(({ label, detail, amount, style }) => [label, detail, amount, style]);
};

app.clock.set('2027-04-01T08:00:00Z');
await cash(1000, '2027-03-10');
await cash(50, '2027-03-31');

test('the figures of a month have the books, what was counted and the difference', async () => {
  assert.equal((await count('2027-03-15', 1000)).status, 200);
  assert.deepEqual(await shown(), [
    ['Cash counted on 15 Mar 2027', '', null, 'plain'],
    ['In the books on that day', '', 1000, 'part'],
    ['Counted', '', 1000, 'part'],
    ['Difference', 'agrees', 0, 'proof'],
  ]);
  // The last count of the month.
  assert.equal((await count('2027-03-31', 1030.5)).status, 200);
  const { sections } = await readPeriod(app.ctx(), '2027-03');
  const table = sections.find(({ title }) => title === 'Control accounts')?.table;
  const cash = table?.columns.indexOf('Cash') ?? -1;
  assert.deepEqual(
    table?.rows.slice(3).map(({ amounts }) => amounts[cash]),
    [1050, null, null, 1030.5, -19.5],
  );
  assert.deepEqual((await shown()).slice(1), [
    ['In the books on that day', '', 1050, 'part'],
    ['Counted', '', 1030.5, 'part'],
    ['Difference', 'differs by R19.50', -19.5, 'broken'],
  ]);
  assert.equal((await count('2027-03-31', null)).status, 200);
  assert.equal((await shown())[0]?.[0], 'Cash counted on 15 Mar 2027');
  // The books moved after the count.
  const { sections: earlier } = await readPeriod(app.ctx(), '2027-03');
  const rows = earlier.find(({ title }) => title === 'Control accounts')?.table?.rows ?? [];
  assert.deepEqual(
    rows.slice(3).map(({ label, amounts }) => [label, amounts[cash]]),
    [
      ['In the books at the end', 1050],
      ['On the statement and not booked yet', null],
      ['In the books and not on the statement yet', null],
      ['In the books since the count', -50],
      ['Statement, PayFast or count', 1000],
      ['Difference', 0],
    ],
  );
  assert.deepEqual(await shown('2027-04'), []);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'countCash')
    .orderBy('id')
    .execute();
  assert.deepEqual(entries.at(-1), {
    before: { '31 Mar 2027': 'R1030.50' },
    after: { '31 Mar 2027': '' },
  });
  assert.equal(entries.length, 3);
});

test('a count that differs is named in plain words when the month is closed', async () => {
  assert.equal((await count('2027-03-31', 1030.5)).status, 200);
  const body = { month: '2027-03' };
  const { status, message } = await callApi(app, contract.closeMonth, { body }, await as());
  assert.deepEqual(
    [status, message],
    [
      409,
      'The books do not agree. The cash counted on 31 Mar 2027 differs from the books by R19.50. See the figures of the month. Nothing was closed.',
    ],
  );
  assert.equal((await count('2027-03-31', null)).status, 200);
});

test('a day after today and a closed month are refused, and a closed month keeps its count', async () => {
  const future = await count('2027-04-02', 1);
  assert.deepEqual([future.status, future.message], [400, texts.countInFuture]);
  await count('2027-03-31', 1050);
  const before = await shown();
  const closing = { body: { month: '2027-03' } };
  assert.equal((await callApi(app, contract.closeMonth, closing, await as())).status, 200);
  const closed = await count('2027-03-31', 1);
  assert.deepEqual([closed.status, closed.message], [400, texts.countClosed('2027-03')]);
  assert.deepEqual(await shown(), before);
  assert.equal((await count('2027-04-01', 1050)).status, 200);
});
