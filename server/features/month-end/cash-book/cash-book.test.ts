import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyOf } from '#contract/endpoint.ts';
import { type Movement, movementNames, searchMovements } from '#contract/month-end/cash-book.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { recordMoney, refundCredit } from '#contract/payments/credits.ts';
import { readPeriod } from '../figures/read-period.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });
const read = async (body: BodyOf<typeof searchMovements>) =>
  (await callApi(app, searchMovements, { body }, await as())).data;
const said = ({ bookedOn, what, document, person, moneyIn, moneyOut, balance }: Movement) => [
  bookedOn,
  movementNames[what],
  document,
  person,
  (moneyIn ?? 0) - (moneyOut ?? 0),
  balance,
];

app.clock.set('2027-03-05T08:00:00Z');
const thandi = await registered(app);
await settleInvoice(app.ctx(), {
  invoiceId: thandi.invoiceId,
  source: 'administrator',
  paidOn: '2027-03-05',
});
app.clock.set('2027-03-08T08:00:00Z');
const body = {
  payerName: 'Nomsa Dlamini',
  amount: 100,
  paidOn: '2027-03-08',
  paidBy: 'EFT' as const,
};
const { data: money } = await callApi(app, recordMoney, { body }, await as());
app.clock.set('2027-04-02T08:00:00Z');

test('the cash book of an account has each movement with its document, person and balance', async () => {
  const march = await read({ period: '2027-03', account: 'bank' });
  assert.deepEqual(march.results.map(said), [
    ['2027-03-05', 'Payment', 'INV-00001', 'Thandi Dlamini', 450, 450],
    ['2027-03-08', 'Payment', '', 'Nomsa Dlamini', 100, 550],
  ]);
  const { title, totalCount, opening, moneyIn, moneyOut, closing } = march;
  assert.deepEqual(
    { title, totalCount, opening, moneyIn, moneyOut, closing },
    { title: 'Mar 2027', totalCount: 2, opening: 0, moneyIn: 550, moneyOut: 0, closing: 550 },
  );
});

test('what is filtered has sums, but no balance', async () => {
  const found = await read({ period: '2027-03', account: 'bank', text: 'nomsa' });
  assert.deepEqual(found.results.map(said), [
    ['2027-03-08', 'Payment', '', 'Nomsa Dlamini', 100, null],
  ]);
  assert.deepEqual([found.opening, found.moneyIn, found.closing], [null, 100, null]);
  assert.equal((await read({ period: '2027-03', text: '450.00' })).totalCount, 1);
  assert.equal((await read({ period: '2027-03', method: 'Cash' })).totalCount, 0);
  assert.equal((await read({ period: '2027-03', account: 'vault' })).totalCount, 0);
  assert.equal((await read({ period: '2027-03', what: 'nothing' })).totalCount, 0);
});

test('what is owed for invoices is an account, too', async () => {
  const { results, closing } = await read({ period: '2027-03', account: 'owed' });
  assert.deepEqual(results.map(said), [
    ['2027-03-05', 'Invoice issued', 'INV-00001', 'Thandi Dlamini', 450, 450],
    ['2027-03-05', 'Payment', 'INV-00001', 'Thandi Dlamini', -450, 0],
  ]);
  assert.equal(closing, 0);
});

test('a month begins with the balance with which the one before ended, closed or not', async () => {
  const use = { amount: 40, refundedOn: '2027-04-01', reference: 'Back' };
  const { status } = await callApi(
    app,
    refundCredit,
    { params: { id: money.id }, body: use },
    await as(),
  );
  assert.equal(status, 200);
  const april = async () => {
    const { results, opening, closing } = await read({ period: '2027-04', account: 'bank' });
    return { rows: results.map(said), opening, closing };
  };
  const open = await april();
  assert.deepEqual(open, {
    rows: [['2027-04-01', 'Refund', '', 'Nomsa Dlamini', -40, 510]],
    opening: 550,
    closing: 510,
  });
  const closing = { month: '2027-03', despiteFailures: true };
  assert.equal((await callApi(app, closeMonth, { body: closing }, await as())).status, 200);
  assert.deepEqual(await april(), open);
  // Pages follow one another, with the balance of all rows before.
  const second = await read({ period: '2028', account: 'bank', pageSize: 2, page: 2 });
  assert.deepEqual(second.results.map(said), open.rows);
  assert.equal(second.totalCount, 3);
});

test('over several accounts, what moved between own accounts is neither in nor out', async () => {
  const bank = openMatching(app, (await as()).token);
  const asked = { period: '2027-04' };
  const sums = async (account: string) => {
    const { results, ...found } = await read({ ...asked, account, pageSize: 100 });
    const { moneyIn, moneyOut, betweenIn, betweenOut } = found;
    const moved = results.filter(({ what }) => what !== 'opening');
    const sumOf = (key: 'moneyIn' | 'moneyOut') =>
      moved.reduce((sum, row) => sum + Math.round((row[key] ?? 0) * 100), 0) / 100;
    // The columns of the list add up to the sums above it.
    assert.deepEqual(
      [moneyIn + betweenIn, moneyOut + betweenOut],
      [sumOf('moneyIn'), sumOf('moneyOut')],
    );
    return { moneyIn, moneyOut, betweenIn, betweenOut };
  };
  const before = await sums('money');
  assert.deepEqual([before.betweenIn, before.betweenOut], [0, 0]);
  const [gift = '', payout = '', toSavings = '', fromSavings = '', charge = ''] =
    await bank.imported([
      { text: 'Kept', rand: 70, day: '2027-04-02' },
      { text: 'PAYFAST', rand: 200, day: '2027-04-02' },
      { text: 'To savings', rand: -50, day: '2027-04-02' },
      { text: 'From savings', rand: 30, day: '2027-04-02' },
      { text: '#FEE', rand: -5, day: '2027-04-02' },
    ]);
  await bank.book(gift, [{ kind: 'credit', amount: 70, payerName: 'S Ndlovu' }]);
  await bank.book(payout, [{ kind: 'payout', amount: 200 }]);
  await bank.book(toSavings, [{ kind: 'transfer', amount: 50 }]);
  await bank.book(fromSavings, [{ kind: 'transfer', amount: 30 }]);
  await bank.book(charge, [{ kind: 'charge', amount: 5 }]);
  assert.deepEqual(await sums('money'), {
    moneyIn: before.moneyIn + 70,
    moneyOut: before.moneyOut + 5,
    betweenIn: 230,
    betweenOut: 250,
  });
  await sums('all');
  const { sections } = await readPeriod(app.ctx(), '2027-04');
  const onItsWay = sections[0]?.lines.find(({ label }) => label.startsWith('Money on its way'));
  assert.equal(onItsWay?.amount, 20);
  const { betweenIn, betweenOut } = await sums('bank');
  assert.deepEqual([betweenIn, betweenOut], [0, 0]);
});
