import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { closeMonth, getFigures } from '#contract/month-end/endpoints.ts';
import { getPlots } from '#contract/month-end/plots.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { readPeriod } from './figures/read-period.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });
const tableOf = async (period: string, wanted: string) => {
  const { data } = await callApi(app, getFigures, { params: { period } }, await as());
  const table = data.sections.find(({ title }) => title === wanted)?.table;
  return {
    columns: table?.columns ?? [],
    rows: Object.fromEntries((table?.rows ?? []).map(({ label, amounts }) => [label, amounts])),
  };
};
const pays = async (email: string, day: string) => {
  app.clock.set(`${day}T08:00:00Z`);
  const { invoiceId } = await registered(app, { email });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', paidOn: day });
};

await pays('one@example.org', '2026-03-05');
await pays('two@example.org', '2027-02-10');
await pays('three@example.org', '2027-03-05');
app.clock.set('2027-04-02T08:00:00Z');

test('income is beside the month before, the year before and the financial year', async () => {
  const { columns, rows } = await tableOf('2027-03', 'Income and expenses');
  assert.deepEqual(columns, ['Mar 2027', 'Feb 2027', 'Mar 2026', 'Financial year so far']);
  assert.deepEqual(rows['Membership fees: Individual'], [450, 450, 450, 450]);
  assert.deepEqual(rows.Result, [450, 450, 450, 450]);
  const february = await tableOf('2027-02', 'Income and expenses');
  assert.deepEqual(february.rows.Income, [450, 0, 0, 900]);
  const year = await tableOf('2027', 'Income and expenses');
  assert.deepEqual(
    [year.columns, year.rows.Income],
    [
      ['This year', 'Year before'],
      [900, 0],
    ],
  );
  // It runs: both years are up to the same day, and the whole year before had R900.
  const running = await tableOf('2028', 'Income and expenses');
  assert.deepEqual(running.columns, [
    'This year, up to 2 Apr 2027',
    'Year before, up to 2 Apr 2026',
  ]);
  assert.deepEqual(running.rows.Income, [450, 450]);
  const { sections } = await readPeriod(app.ctx(), '2027');
  const note = sections.find(({ title }) => title === 'Income and expenses')?.note ?? '';
  assert.match(note, /The books began in Mar 2026\./);
});

test('members who joined and lapsed are counted by the days of their periods', async () => {
  const { columns, rows } = await tableOf('2027-03', 'Members');
  assert.deepEqual(columns, ['Joined', 'Renewed', 'Came back', 'Lapsed', 'At the end']);
  assert.deepEqual(rows.Individual, [1, 0, 0, 1, 2]);
  assert.deepEqual((await tableOf('2027', 'Members')).rows['All members'], [2, 0, 0, 0, 2]);
});

test('who renews on the next day is not lapsed, and who pays later came back', async () => {
  const { id, member_type_id } = await app.db
    .selectFrom('members')
    .select(['id', 'member_type_id'])
    .where('email', '=', 'one@example.org')
    .executeTakeFirstOrThrow();
  const added = async (starts_on: string, ends_on: string) => {
    const period = { id: crypto.randomUUID(), member_id: id, starts_on, ends_on, member_type_id };
    await app.db
      .insertInto('membership_periods')
      .values({ ...period, anchor_day: 5, fee_cents: 0, created_at: new Date() })
      .execute();
    return () => app.db.deleteFrom('membership_periods').where('id', '=', period.id).execute();
  };
  const { ends_on } = await app.db
    .selectFrom('membership_periods')
    .select('ends_on')
    .where('member_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(ends_on, '2027-03-04');
  const take = await added('2027-03-05', '2027-03-14');
  assert.deepEqual((await tableOf('2027-03', 'Members')).rows.Individual, [1, 1, 0, 1, 2]);
  await added('2027-03-20', '2028-03-19');
  assert.deepEqual((await tableOf('2027-03', 'Members')).rows.Individual, [1, 1, 1, 1, 3]);
  await take();
  assert.deepEqual((await tableOf('2027-03', 'Members')).rows.Individual, [1, 0, 1, 1, 3]);
});

test('money that went back later does not change who was a member before', async () => {
  const { invoice_id } = await app.db
    .selectFrom('membership_periods as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .select('p.invoice_id')
    .where('m.email', '=', 'three@example.org')
    .executeTakeFirstOrThrow();
  const before = (await tableOf('2027-03', 'Members')).rows.Individual;
  await sql`INSERT INTO earlier_periods (invoice_id, starts_on, ends_on, until)
    SELECT invoice_id, starts_on, ends_on, '2027-04-01' FROM membership_periods WHERE invoice_id = ${invoice_id}`.execute(
    app.db,
  );
  const rest = sql<string>`starts_on + 10`;
  await app.db
    .updateTable('membership_periods')
    .set({ ends_on: rest })
    .where('invoice_id', '=', invoice_id)
    .execute();
  assert.deepEqual((await tableOf('2027-03', 'Members')).rows.Individual, before);
  // Members at the end of March, less the one who lapsed when the money went back.
  assert.deepEqual((await tableOf('2027-04', 'Members')).rows.Individual, [
    0,
    0,
    0,
    1,
    (before?.at(-1) ?? 0) - 1,
  ]);
});

test('a year has a trial balance that adds up to zero, and the plots have the same income', async () => {
  const { rows } = await tableOf('2027', 'Trial balance');
  assert.deepEqual(rows.Bank, [0, 900, 0, 900]);
  assert.deepEqual(rows['Membership fees: Individual'], [0, 0, -900, -900]);
  assert.equal(rows['All accounts']?.at(-1), 0);
  const { data } = await callApi(app, getPlots, { params: { period: '2027-03' } }, await as());
  assert.deepEqual([data.months[0], data.months.at(-1)], ['2026-04', '2027-03']);
  assert.deepEqual(data.income[0]?.amounts.slice(-3), [0, 450, 450]);
  assert.deepEqual(data.income[1]?.amounts.slice(-3), [0, 0, 450]);
  assert.deepEqual(
    data.moneyIn.map(({ label }) => label),
    ['Bank'],
  );
});

test('a closed month keeps its table when a member type gets another name', async () => {
  const body = { month: '2026-03', despiteFailures: true };
  assert.equal((await callApi(app, closeMonth, { body }, await as())).status, 200);
  const before = await tableOf('2026-03', 'Income and expenses');
  await app.db
    .updateTable('member_types')
    .set({ name: 'Single' })
    .where('name', '=', 'Individual')
    .execute();
  assert.deepEqual(await tableOf('2026-03', 'Income and expenses'), before);
});

test('a credit that is kept is income, and a use of one is no money received', async () => {
  const money = { payerName: 'A', amount: 80, paidOn: '2027-04-01', paidBy: 'Cash' as const };
  const { data: credit } = await callApi(app, recordMoney, { body: money }, await as());
  assert.ok(credit.id);
  const { data } = await callApi(app, getPlots, { params: { period: '2027-04' } }, await as());
  assert.deepEqual(
    data.moneyIn.map(({ label, amounts }) => [label, amounts.at(-1)]),
    [
      ['Bank', 0],
      ['Cash', 80],
    ],
  );
  assert.equal(data.income[0]?.amounts.at(-1), 0);
});

test('the tables of a year have the accounts in the order of the chart of accounts', async () => {
  const pay = async (amount: number, paidOn: string, paidBy: 'SnapScan' | 'Cheque') => {
    const body = { payerName: 'A', amount, paidOn, paidBy };
    assert.equal((await callApi(app, recordMoney, { body }, await as())).status, 201);
  };
  await pay(5, '2027-01-03', 'Cheque');
  await pay(5, '2027-02-03', 'SnapScan');
  const { rows } = await tableOf('2027', 'Trial balance');
  assert.deepEqual(Object.keys(rows), [
    'Bank',
    'SnapScan and Zapper',
    'Cheques',
    'Credits',
    'Membership fees: Single',
    'All accounts',
  ]);
});
