import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { readPeriod } from './figures/read-period.ts';
import { readJournal } from './journal/read-journal.ts';

test('charges and interest of a closed month are figures of the month in which they are booked', async () => {
  const app = await openTestApp();
  const { id } = await naledi(app);
  app.clock.set('2027-04-05T08:00:00Z');
  const as = { token: await tokenOf(app, id) };
  const bank = openMatching(app, as.token);
  const money = { payerName: 'A', amount: 50, paidOn: '2027-03-02', paidBy: 'Cash' as const };
  assert.equal((await callApi(app, recordMoney, { body: money }, as)).status, 201);
  const [charge = '', interest = ''] = await bank.imported([
    { text: 'SERVICE FEE', rand: -40, day: '2027-03-30' },
    { text: 'INTEREST', rand: 7, day: '2027-03-31' },
  ]);
  const body = { month: '2027-03', despiteFailures: true };
  assert.equal((await callApi(app, closeMonth, { body }, as)).status, 200);
  assert.equal((await bank.book(charge, [{ kind: 'charge', amount: 40 }])).status, 200);
  assert.equal((await bank.book(interest, [{ kind: 'charge', amount: 7 }])).status, 200);
  const said = async (period: string) => {
    const { sections, byMonth } = await readPeriod(app.ctx(), period);
    const journal = await readJournal(app.db, byMonth);
    const ofAccount = (account: string) =>
      journal.filter((line) => line.account === account).reduce((sum, { cents }) => sum + cents, 0);
    return {
      lines: sections
        .find(({ title }) => title === 'Bank and books')
        ?.lines.filter(({ label }) => label.endsWith(' of the bank'))
        .map(({ label, amount }) => [label, amount]),
      charges: ofAccount('charges'),
      interest: ofAccount('interest'),
    };
  };
  const booked = {
    lines: [
      ['Interest of the bank', 7],
      ['Charges of the bank', -40],
    ],
    charges: 4000,
    interest: -700,
  };
  assert.deepEqual(await said('2027-03'), { lines: [], charges: 0, interest: 0 });
  assert.deepEqual(await said('2027-04'), booked);
  assert.deepEqual(await said('2028'), booked);
});

test('Booked late lists bank lines, and payouts and dismissed lines are in the month in which they are booked', async () => {
  const app = await openTestApp();
  const { id } = await naledi(app);
  app.clock.set('2027-04-05T08:00:00Z');
  const as = { token: await tokenOf(app, id) };
  const bank = openMatching(app, as.token);
  const money = { payerName: 'A', amount: 50, paidOn: '2027-03-02', paidBy: 'Cash' as const };
  assert.equal((await callApi(app, recordMoney, { body: money }, as)).status, 201);
  const [charge, interest, payout, rent, sold] = await bank.imported([
    { text: 'SERVICE FEE', rand: -40, day: '2027-03-30' },
    { text: 'INTEREST', rand: 7, day: '2027-03-31' },
    { text: 'PAYFAST', rand: 300, day: '2027-03-31' },
    { text: 'RENT', rand: -900, day: '2027-03-31' },
    { text: 'TABLES', rand: 120, day: '2027-03-31' },
  ]);
  const body = { month: '2027-03', despiteFailures: true };
  assert.equal((await callApi(app, closeMonth, { body }, as)).status, 200);
  await bank.book(charge ?? '', [{ kind: 'charge', amount: 40 }]);
  await bank.book(interest ?? '', [{ kind: 'charge', amount: 7 }]);
  await bank.book(payout ?? '', [{ kind: 'payout', amount: 300 }]);
  for (const line of [rent, sold]) assert.equal((await bank.dismiss(line ?? '')).status, 200);
  const lines = async (period: string, title: string, wanted: RegExp) => {
    const { sections } = await readPeriod(app.ctx(), period);
    const all = sections.find((section) => section.title === title)?.lines ?? [];
    return all.flatMap(({ label, detail, amount }) =>
      wanted.test(label) ? [[label, detail, amount]] : [],
    );
  };
  const late = [
    ['Charges of the bank', '1 booking', -40],
    ['Interest of the bank', '1 booking', 7],
    ['Bank lines kept in other books', '2 bookings', -780],
    ['Payouts of PayFast', '1 booking', 300],
  ];
  const booked = [
    ['Payouts of PayFast', '', 300],
    ['Kept in other books, money in', '', 120],
    ['Kept in other books, money out', '', -900],
  ];
  const kinds = /^(Payouts|Kept in other books)/;
  for (const period of ['2027-04', '2028']) {
    assert.deepEqual(await lines(period, 'Booked late', /./), late, period);
    assert.deepEqual(await lines(period, 'Bank and books', kinds), booked, period);
  }
  assert.deepEqual(await lines('2027-03', 'Bank and books', kinds), []);

  // A line that is opened again counts no more, also in a later month.
  app.clock.set('2027-05-03T08:00:00Z');
  const later = openMatching(app, await tokenOf(app, id));
  const april = { month: '2027-04', despiteFailures: true };
  const token = await tokenOf(app, id);
  assert.equal((await callApi(app, closeMonth, { body: april }, { token })).status, 200);
  await later.reopen(rent ?? '');
  assert.deepEqual(await lines('2027-05', 'Bank and books', kinds), [
    ['Kept in other books, money out', '', 900],
  ]);
  assert.deepEqual(await lines('2027-05', 'Booked late', /./), [
    ['Bank lines opened again', '1 booking', 900],
  ]);
});
