import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { searchMovements } from '#contract/month-end/cash-book.ts';
import * as contract from '#contract/month-end/endpoints.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { openTestApp } from '#test/support/app.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { readMonthFigures } from './figures/month-figures.ts';
import { readBank } from './figures/bank/read-bank.ts';

const app = await openTestApp();
app.clock.set('2027-04-02T08:00:00Z');
const { token } = await naledi(app);
const statements = openStatements(app, token);

type Balance = BodyOf<typeof contract.updateOpeningBalances>['balances'][number];

const number = '62000000017';
const enter = (...balances: Balance[]) =>
  callApi(app, contract.updateOpeningBalances, { body: { balances } }, { token });
const openings = async () =>
  (await callApi(app, contract.getMonthEnd, {}, { token })).data.openingBalances;
const ofBank = async () => (await openings()).find(({ account }) => account === 'bank')!;
const warnings = async () => {
  const params = { period: '2027-03' };
  return (await callApi(app, contract.getFigures, { params }, { token })).data.warnings;
};
const paid = (amount: number, paidOn: string, paidBy: 'EFT' | 'Cash') => {
  const body = { payerName: 'Nomsa Dlamini', amount, paidOn, paidBy };
  return callApi(app, recordMoney, { body }, { token });
};
const audited = () =>
  app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('action', '=', 'updateOpeningBalances')
    .execute();

/** The opening entries of an account, in the order of posting. */
async function openingsOf(account: string) {
  const { rows } = await sql<{ day: string; bookedOn: string; cents: number }>`
    SELECT e.day, e.booked_on AS "bookedOn", l.cents
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.kind = 'opening' AND l.account = ${account} ORDER BY e.id`.execute(app.db);
  return rows.map(({ day, bookedOn, cents }) => [day, bookedOn, cents]);
}

async function balanceOf(account: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_lines WHERE account = ${account}`.execute(
    app.db,
  );
  return rows[0]?.cents ?? 0;
}

const ofxOf = (day: string) =>
  writeStatement('ofx', [{ day, cents: 45_000, kind: '', text: `MOVED ${day}` }], {
    number,
    openingCents: 0,
  });

test('cash and PayFast are brought to what is entered, whatever was posted up to that day', async () => {
  await paid(30, '2027-02-20', 'Cash');
  await paid(5, '2027-03-01', 'Cash');
  const cash = { account: 'cash', bankAccountId: null, amount: 100, day: '2027-02-28' } as const;
  const payfast = { ...cash, account: 'payfast', amount: 12.34 } as const;
  const { data } = await enter(cash, payfast);
  assert.deepEqual(
    data.openingBalances.map(({ name, amount, day, source }) => [name, amount, day, source]),
    [
      ['Cash', 100, '2027-02-28', 'entered'],
      ['PayFast', 12.34, '2027-02-28', 'entered'],
    ],
  );
  assert.deepEqual(await openingsOf('cash'), [['2027-02-28', '2027-02-28', 7000]]);
  assert.deepEqual([await balanceOf('cash'), await balanceOf('payfast')], [10_500, 1234]);
  assert.equal((await audited()).length, 1);

  const { accounts } = await readMonthFigures(app.db, '2027-02');
  const figures = accounts?.find(({ account }) => account === 'cash');
  assert.deepEqual([figures?.entered, figures?.debits, figures?.closing], [7000, 3000, 10_000]);
  const body = { period: '2027-02', account: 'cash' };
  const book = (await callApi(app, searchMovements, { body }, { token })).data;
  assert.deepEqual([book.entered, book.moneyIn, book.closing], [70, 30, 100]);

  await enter(cash);
  assert.equal((await openingsOf('cash')).length, 1, 'a repeat posts nothing');
  assert.equal((await audited()).length, 1, 'and changes nothing');
});

test('a bank account whose first statement has no balance asks for one, and then agrees with the bank', async () => {
  await paid(20, '2027-03-05', 'EFT');
  await statements.imported(ofxOf('2027-03-10'), 'march.ofx');
  const { bankAccountId, source, lastDay } = await ofBank();
  assert.deepEqual([source, lastDay], [null, '2027-03-09']);
  assert.ok((await warnings()).includes(texts.noOpening(`FNB ${number}`)));

  const bank = { account: 'bank', bankAccountId, amount: -150.5, day: '2027-03-09' } as const;
  assert.equal((await enter(bank)).status, 200);
  assert.deepEqual(await openingsOf('bank'), [['2027-03-09', '2027-03-09', -17_050]]);
  assert.equal((await ofBank()).source, 'entered');
  assert.ok(!(await warnings()).includes(texts.noOpening(`FNB ${number}`)));
  const period = {
    first: '2027-03-01',
    last: '2027-03-31',
    late: new Map(),
    stated: new Map(),
    before: [],
  };
  const [account] = await readBank(app.db, period);
  assert.deepEqual(account?.control, {
    books: -15_050,
    notBooked: [{ day: '2027-03-10', cents: 45_000, document: '' }],
    notOnStatement: [],
  });
});

test('a balance that cannot be right is refused at its field, and nothing is stored', async () => {
  const { bankAccountId } = await ofBank();
  const before = await openings();
  const cash = { account: 'cash', bankAccountId: null, amount: 1, day: '2027-02-28' } as const;
  const bank = { ...cash, account: 'bank', bankAccountId } as const;
  const cases: [Balance, string, string][] = [
    [{ ...bank, day: '2027-03-10' }, 'day', texts.openingTooLate('2027-03-09')],
    [{ ...cash, day: '2027-04-03' }, 'day', texts.openingInFuture],
    [{ ...cash, day: null }, 'day', 'Please enter a date.'],
    [{ ...bank, bankAccountId: null }, 'amount', texts.openingUnknown],
    [{ ...cash, amount: -0.01 }, 'amount', texts.openingBelowZero],
  ];
  for (const [wrong, field, message] of cases) {
    const { status, errors } = await enter({ ...cash, amount: 7 }, wrong);
    assert.deepEqual([status, errors], [400, [{ field: `balances.1.${field}`, message }]]);
  }
  assert.deepEqual(await openings(), before);
});

test('what is changed after a month was closed is booked on the first open day, and removed the same way', async () => {
  const month = { month: '2027-03', despiteFailures: true };
  await callApi(app, contract.closeMonth, { body: month }, { token });
  const cash = { account: 'cash', bankAccountId: null, amount: 90, day: '2027-02-28' } as const;
  await enter(cash);
  assert.deepEqual((await openingsOf('cash')).slice(1), [['2027-02-28', '2027-04-01', -1000]]);
  assert.deepEqual((await openings()).map(({ name, amount }) => [name, amount]).at(1), [
    'Cash',
    90,
  ]);
  await enter({ ...cash, amount: null, day: null });
  assert.deepEqual((await openingsOf('cash')).slice(2), [['2027-02-28', '2027-04-01', -6000]]);
  assert.equal(await balanceOf('cash'), 3500);
});

test('an earlier statement with a balance comes before what was entered', async () => {
  const movement = { day: '2027-03-02', cents: 1000, kind: 'MAGTAPE CREDIT', text: 'EARLY' };
  const content = writeStatement('fnb-history', [movement], { number, openingCents: 20_000 });
  await statements.imported(content, 'early.csv');
  const { source, amount, day, bankAccountId } = await ofBank();
  assert.deepEqual([source, amount, day], ['statement', 200, '2027-03-01']);
  assert.equal(await balanceOf('bank'), 22_000);
  const refused = await enter({ account: 'bank', bankAccountId, amount: 1, day: '2027-03-01' });
  assert.deepEqual([refused.status, refused.message], [409, texts.openingStated(`FNB ${number}`)]);
});

test('a later day is refused once money has moved since, so that no difference is booked with it', async () => {
  const other = await openTestApp();
  other.clock.set('2027-05-03T08:00:00Z');
  const as = { token: (await naledi(other)).token };
  const cashOf = (amount: number | null, day: string | null) => {
    const balances = [{ account: 'cash' as const, bankAccountId: null, amount, day }];
    return callApi(other, contract.updateOpeningBalances, { body: { balances } }, as);
  };
  const books = async () => {
    const { rows } = await sql<{ cents: number }>`
      SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_lines WHERE account = 'cash'`.execute(
      other.db,
    );
    return rows[0]?.cents;
  };
  const take = (amount: number, paidOn: string) => {
    const body = { payerName: 'Nomsa Dlamini', amount, paidOn, paidBy: 'Cash' as const };
    return callApi(other, recordMoney, { body }, as);
  };
  const close = (month: string) => callApi(other, contract.closeMonth, { body: { month } }, as);
  await take(500, '2027-03-10');
  // Nothing is closed: these books can begin after their first money.
  assert.equal((await cashOf(100, '2027-02-28')).status, 200);
  assert.equal((await cashOf(100, '2027-03-05')).status, 200, 'nothing has moved until that day');
  const since = await cashOf(580, '2027-03-31');
  assert.deepEqual([since.status, since.message], [409, texts.openingMoved('Cash', '2027-03-05')]);
  assert.equal(await books(), 60_000);

  assert.equal((await close('2027-03')).status, 200);
  assert.equal((await cashOf(null, null)).status, 200);
  const typed = await cashOf(480, '2027-03-31');
  assert.deepEqual([typed.status, typed.message], [409, texts.openingClosed('Cash', '2027-03-10')]);
  assert.equal((await cashOf(90, '2027-03-09')).status, 200, 'a correction of the beginning');
  assert.equal(await books(), 59_000);
  const { rows } = await sql`
    SELECT FROM ledger_entries WHERE kind = 'opening' AND booked_on < '2027-04-01'
      AND id > (SELECT max(id) FROM ledger_entries WHERE kind <> 'opening')`.execute(other.db);
  assert.equal(rows.length, 3, 'March has what it was closed with');
});
