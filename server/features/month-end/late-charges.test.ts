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
