import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { matchTexts } from '#contract/bank-matching/texts.ts';
import { checkBooks, failuresOf } from '#contract/books/endpoints.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const matching = openMatching(app, token);

/** What the entries of these sources add up to, by kind, day and account. */
async function postedOf(sourceIds: readonly string[]) {
  const { rows } = await sql<{ kind: string; day: string; account: string; cents: number }>`
    SELECT e.kind, e.day, l.account, sum(l.cents)::bigint AS cents
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.source_id = ANY (${sourceIds}::uuid[]) GROUP BY 1, 2, 3 ORDER BY min(e.id), 4 DESC`.execute(
    app.db,
  );
  return rows.map(({ kind, day, account, cents }) => [kind, day, account, cents]);
}

async function matchesOf(lineId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('bank_matches')
    .select('id')
    .where('line_id', '=', lineId)
    .execute();
  return rows.map(({ id }) => id);
}

const ofMethods: [PaymentMethod, string][] = [
  ['Cash', 'cash'],
  ['Card Machine', 'cardMachine'],
  ['Debit Order', 'debitOrder'],
  ['SnapScan', 'snapScan'],
  ['Cheque', 'cheque'],
  ['Other', 'other'],
  ['Wise', 'transfer'],
];

for (const [paidBy, account] of ofMethods) {
  test(`money by ${paidBy} is in an account of its own, and comes to the bank on the day of the line`, async () => {
    const body = { payerName: 'Nomsa Dlamini', amount: 120, paidOn: '2027-03-01', paidBy };
    const { data: payment } = await callApi(app, recordMoney, { body }, { token });
    assert.deepEqual(await postedOf([payment.id]), [
      ['received', '2027-03-01', account, 12_000],
      ['received', '2027-03-01', 'credits', -12_000],
    ]);
    const line = await matching.line(`DEPOSIT ${account}`, 120, '2027-03-05');
    const part = { kind: 'recorded', targetId: payment.id, amount: 120 } as const;
    assert.equal((await matching.book(line, [part])).status, 200);
    assert.deepEqual(await postedOf(await matchesOf(line)), [
      ['deposited', '2027-03-05', 'bank', 12_000],
      ['deposited', '2027-03-05', account, -12_000],
    ]);
    const books = await callApi(app, checkBooks, {}, { token });
    assert.deepEqual(failuresOf(books.data.last?.results ?? []), []);
  });
}

test('a charge is an expense, one that is given back makes it smaller, and interest is income', async () => {
  const cases = [
    [-8, 'charge', 'charges'],
    [3, 'charge-back', 'charges'],
    [2, 'charge', 'interest'],
  ] as const;
  for (const [rand, kind, account] of cases) {
    const line = await matching.line(`OF THE BANK ${rand}`, rand, '2027-03-05');
    const { status } = await matching.book(line, [{ kind, amount: Math.abs(rand) }]);
    assert.equal(status, 200);
    const posted = await postedOf(await matchesOf(line));
    assert.deepEqual(Object.fromEntries(posted.map(([, , name, cents]) => [name, cents])), {
      bank: rand * 100,
      [account]: -rand * 100,
    });
  }
  const line = await matching.line('A CHARGE', -8);
  const refused = await matching.book(line, [{ kind: 'charge-back', amount: 8 }]);
  assert.deepEqual(
    [refused.status, refused.errors[0]?.message],
    [400, matchTexts.onlyIn({ day: dayOf(app.clock.now()), rand: -8 })],
  );
});

test('a transfer between own accounts is on its way until both lines are booked', async () => {
  for (const [rand, left] of [
    [-500, 50_000],
    [500, 0],
  ] as const) {
    const line = await matching.line(`TO SAVINGS ${rand}`, rand, '2027-03-05');
    const { status } = await matching.book(line, [{ kind: 'transfer', amount: 500 }]);
    assert.equal(status, 200);
    const { rows } = await sql<{ cents: number }>`
      SELECT sum(cents)::bigint AS cents FROM ledger_lines WHERE account = 'transit'`.execute(
      app.db,
    );
    assert.equal(rows[0]?.cents, left);
  }
});
