import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as cash from '#contract/month-end/cash-count.ts';
import { searchMovements } from '#contract/month-end/cash-book.ts';
import * as contract from '#contract/month-end/endpoints.ts';
import { searchExceptions } from '#contract/month-end/exceptions.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { post } from '#server/features/ledger/post.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree, checkedAfter, failedRows } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });
const count = async (day: string, amount: number | null) =>
  callApi(app, cash.countCash, { body: { day, amount } }, await as());
const book = async (day: string, amount: number, reason = 'Paid out: stamps') =>
  callApi(app, cash.bookCashDifference, { body: { day, amount, reason } }, await as());
const undo = async (id: string) => {
  const body = { reason: 'Found behind the drawer' };
  return callApi(app, cash.undoCashDifference, { params: { id }, body }, await as());
};
const counts = async () => (await callApi(app, cash.getCashCounts, {}, await as())).data.counts;
const close = async (month: string, despiteFailures = false) =>
  callApi(app, contract.closeMonth, { body: { month, despiteFailures } }, await as());
const take = async (amount: number, paidOn: string) => {
  const body = { payerName: 'Nomsa Dlamini', amount, paidOn, paidBy: 'Cash' as const };
  assert.equal((await callApi(app, recordMoney, { body }, await as())).status, 201);
};

async function balanceOf(account: string, to = '2027-12-31'): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(l.cents), 0)::bigint AS cents FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
    WHERE l.account = ${account} AND e.booked_on <= ${to}`.execute(app.db);
  return (rows[0]?.cents ?? 0) / 100;
}

app.clock.set('2027-04-01T08:00:00Z');
await take(1050, '2027-03-10');

test('a shortage is booked on the day of the count, and the month can be closed', async () => {
  assert.equal((await count('2027-03-31', 1030.5)).status, 200);
  assert.equal((await close('2027-03')).status, 409);
  const { status } = await book('2027-03-31', -19.5);
  assert.equal(status, 200);
  assert.deepEqual(
    [await balanceOf('cash', '2027-03-31'), await balanceOf('elsewhere')],
    [1030.5, 19.5],
  );
  const taken = await count('2027-03-31', null);
  assert.deepEqual([taken.status, taken.message], [409, cash.cashTexts.countBooked('2027-03-31')]);
  const again = await count('2027-03-31', 1050);
  assert.deepEqual([again.status, again.message], [409, cash.cashTexts.countBooked('2027-03-31')]);
  const [shown] = await counts();
  assert.deepEqual(
    [shown?.counted, shown?.books, shown?.booked.map(({ amount, reason }) => [amount, reason])],
    [1030.5, 1030.5, [[-19.5, 'Paid out: stamps']]],
  );
  await assertBooksAgree(app, ['2027-03']);
});

test('the cash book and the exceptions show it, and the ledger has none of its words', async () => {
  const body = { period: '2027-03', account: 'cash', what: 'cash-difference' };
  const { data } = await callApi(app, searchMovements, { body }, await as());
  assert.deepEqual(
    data.results.map(({ bookedOn, moneyOut, accountName }) => [bookedOn, moneyOut, accountName]),
    [['2027-03-31', 19.5, 'Cash']],
  );
  const found = await callApi(app, searchExceptions, { body: { period: '2027-04' } }, await as());
  assert.deepEqual(
    found.data.results.map(({ what, amount, reason }) => [what, amount, reason]),
    [['bookCashDifference', -19.5, 'Paid out: stamps']],
  );
  const { rows } = await sql`SELECT FROM ledger_entries AS e WHERE e::text ~ 'stamps'`.execute(
    app.db,
  );
  assert.equal(rows.length, 0);
});

test('what does not differ, was not counted, or has changed is refused, and nothing is posted', async () => {
  const cases = [
    [await book('2027-03-31', -19.5), cash.cashTexts.nothingDiffers('2027-03-31')],
    [await book('2027-03-30', -19.5), cash.cashTexts.notCounted('2027-03-30')],
  ] as const;
  await take(10, '2027-03-20');
  const changed = [await book('2027-03-31', -19.5), cash.cashTexts.changed(-10)] as const;
  for (const [{ status, message }, sentence] of [...cases, changed]) {
    assert.deepEqual([status, message], [409, sentence]);
  }
  assert.equal((await book('2027-03-31', -10, '')).status, 400);
  assert.equal(await balanceOf('cash'), 1040.5);
});

test('of two calls at once one books it', async () => {
  const replies = await Promise.all([book('2027-03-31', -10), book('2027-03-31', -10)]);
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
  );
  assert.equal(await balanceOf('cash'), 1030.5);
});

test('it is undone once, and the count differs again', async () => {
  const [shown] = await counts();
  const id = shown?.booked.find(({ amount }) => amount === -10)?.id ?? '';
  assert.deepEqual([(await undo(id)).status, (await undo(id)).status], [200, 200]);
  assert.equal(await balanceOf('cash', '2027-03-31'), 1040.5);
  assert.equal((await counts())[0]?.booked.length, 1);
  await assertBooksAgree(app);
});

test('of a closed month it is booked on the first open day, once, and undone there', async () => {
  assert.equal((await close('2027-03', true)).status, 200);
  const { data } = await book('2027-03-31', -10);
  assert.deepEqual(
    [await balanceOf('cash', '2027-03-31'), await balanceOf('cash')],
    [1040.5, 1030.5],
  );
  assert.equal((await book('2027-03-31', -10)).status, 409);
  // March stays as it was reported.
  await assertBooksAgree(app, ['2027-04']);
  assert.equal((await undo(data.id)).status, 200);
  assert.deepEqual(
    [await balanceOf('cash', '2027-03-31'), await balanceOf('cash')],
    [1040.5, 1040.5],
  );
  assert.equal((await book('2027-03-31', -10)).status, 200);
  await assertBooksAgree(app, ['2027-04']);
});

test('the figures of the next month list it as booked late, and those of the year without a link', async () => {
  const late = async (period: string) => {
    const { sections } = await readPeriod(app.ctx(), period);
    const lines = sections.find(({ title }) => title === 'Booked late')?.lines ?? [];
    return lines.map(({ label, detail, amount, movements }) => [label, detail, amount, movements]);
  };
  // Booked, undone and booked again.
  const [label, detail, amount] = ['Difference of a cash count', '3 bookings', -10];
  const movements = { account: 'money', what: 'cash-difference', isLate: true };
  assert.deepEqual(await late('2027-04'), [[label, detail, amount, movements]]);
  // In a year, late would be of the year before.
  assert.deepEqual(await late('2028'), [[label, detail, amount, undefined]]);
  const body = { period: '2027-04', what: 'cash-difference', isLate: true };
  const { data } = await callApi(app, searchMovements, { body }, await as());
  assert.equal(data.results.length, 3);
});

test('a count of the day of the opening balance has no difference to book', async () => {
  const other = await openTestApp();
  other.clock.set('2027-04-01T08:00:00Z');
  const { token } = await naledi(other);
  const balances = [
    { account: 'cash' as const, bankAccountId: null, amount: 50, day: '2027-02-28' },
  ];
  await callApi(other, contract.updateOpeningBalances, { body: { balances } }, { token });
  await callApi(other, cash.countCash, { body: { day: '2027-02-28', amount: 40 } }, { token });
  const body = { day: '2027-02-28', amount: -10, reason: 'Lost' };
  const { status, message } = await callApi(other, cash.bookCashDifference, { body }, { token });
  assert.deepEqual([status, message], [409, cash.cashTexts.inOpening('2027-02-28')]);
});

const named: [string, string, string][] = [
  [
    'another amount',
    'UPDATE cash_differences SET cents = -1 WHERE cents = -1950',
    'Audit log: Difference of the cash of 31 Mar 2027, -R0.01: the audit log does not say who booked it, or has another amount or day',
  ],
  [
    'a deletion',
    'DELETE FROM cash_differences WHERE cents = -1950',
    'Audit log: Difference of the cash of 31 Mar 2027, -R19.50: the audit log says that it was booked, and it was deleted',
  ],
  [
    'an undo with its entry',
    `UPDATE cash_differences SET reversed_at = '2027-04-01T09:00:00Z', reversed_by = recorded_by, reversed_reason = 'x' WHERE cents = -1950;
     DELETE FROM ledger_lines WHERE entry_id IN (SELECT id FROM ledger_entries WHERE kind = 'cash-difference' ORDER BY id LIMIT 1)`,
    'Audit log: Difference of the cash of 31 Mar 2027, -R19.50: the audit log does not say who undid it',
  ],
  [
    'another entry',
    "UPDATE ledger_lines SET cents = cents * 2 WHERE entry_id IN (SELECT id FROM ledger_entries WHERE kind = 'cash-difference' ORDER BY id LIMIT 1)",
    'Ledger: Difference of the cash of -R19.50 of 31 Mar 2027: the ledger has -R39.00 of money and R0.00 of credits, it has -R19.50 and R0.00',
  ],
];
for (const [what, statement, row] of named) {
  test(`reconcile names ${what}`, async () => {
    assert.ok(failedRows(await checkedAfter(app, statement)).includes(row));
  });
}

test('an entry of the audit log that retention emptied is not compared', async () => {
  const empty = `UPDATE audit_entries SET subject_name = 'Erased', before = '{}', after = '{}'
    WHERE action IN ('bookCashDifference', 'undoCashDifference')`;
  assert.deepEqual(failedRows(await checkedAfter(app, empty)), []);
});

test('an invented entry without a record is named', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  await post(app.ctx(), [
    {
      kind: 'cash-difference',
      day: '2027-04-01',
      sourceId: id,
      postings: [
        [{ kind: 'cash' }, -500],
        [{ kind: 'elsewhere' }, 500],
      ],
    },
  ]);
  const rows = failedRows(await checkedAfter(app, 'SELECT 1'));
  assert.ok(rows.some((row) => /^Ledger: Ledger entry \d+, whose payment is not here/.test(row)));
});
