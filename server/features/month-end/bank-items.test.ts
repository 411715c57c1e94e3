import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '#contract/days.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { lastDayOf, type Month } from '#contract/month-end/periods.ts';
import { correctPayment, undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { brokenIn } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { readBank } from './figures/bank/read-bank.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
app.clock.set('2027-03-20T08:00:00Z');
const as = { token: await tokenOf(app, adminId) };
const bank = openMatching(app, as.token);
const statements = openStatements(app, as.token);
let people = 0;

interface Movement {
  text: string;
  rand: number;
  day: Day;
}

/** The lines of a statement of an account. */
async function imported(number: string, openingRand: number, movements: Movement[]) {
  const content = writeStatement(
    'fnb-history',
    movements.map(({ text, rand, day }) => ({
      day,
      cents: Math.round(rand * 100),
      kind: rand > 0 ? 'MAGTAPE CREDIT' : '',
      text,
    })),
    { number, openingCents: openingRand * 100 },
  );
  const statementId = await statements.imported(content, `${number}-${movements[0]?.day}.csv`);
  const rows = await app.db
    .selectFrom('bank_lines')
    .select('id')
    .where('statement_id', '=', statementId)
    .orderBy('row_number', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** A payment by EFT that was recorded by hand. */
async function recorded(paidOn: Day) {
  const member = await bank.owing(`items-${(people += 1)}@example.org`);
  const params = { id: member.invoiceId };
  const body = { amount: member.rand, paidOn };
  const reply = await callApi(app, processInvoicePayment, { params, body }, as);
  assert.equal(reply.status, 200, reply.message);
  const paymentId = (await rowsOf(app, member.invoiceId)).payments[0]?.id ?? '';
  return { ...member, paymentId };
}

/** What is in the books of each account and not on its statement at the end of a month, in rand. */
async function waitingIn(month: Month) {
  const period = {
    first: `${month}-01`,
    last: lastDayOf(month),
    late: new Map(),
    stated: new Map(),
    before: [],
  };
  const accounts = await readBank(app.db, period);
  return Object.fromEntries(
    accounts.map(({ name, control }) => [
      name,
      (control?.notOnStatement ?? []).map(({ day, cents }) => [day, cents / 100]),
    ]),
  );
}

async function assertClear(): Promise<void> {
  for (const month of ['2027-02', '2027-03']) {
    assert.deepEqual(await brokenIn(app, month), [], month);
  }
}

const [main, savings] = ['62000000011', '62000000022'];
const [atMain, atSavings] = [`FNB ${main}`, `FNB ${savings}`];
await imported(main, 1000, [{ text: 'FEES', rand: -5, day: '2027-02-05' }]);
await imported(savings, 500, [{ text: 'INTEREST', rand: 1, day: '2027-02-05' }]);

test('a payment of one month whose line comes in another account in the next is waited for there in between', async () => {
  const { paymentId, rand, reference } = await recorded('2027-02-20');
  assert.deepEqual((await waitingIn('2027-02'))[atMain], [['2027-02-20', rand]]);
  await assertClear();
  const [came = ''] = await imported(savings, 501, [{ text: reference, rand, day: '2027-03-05' }]);
  await assertClear();
  await bank.book(came, [{ kind: 'recorded', targetId: paymentId, amount: rand }]);
  assert.deepEqual(await waitingIn('2027-02'), {
    [atMain]: [],
    [atSavings]: [['2027-02-20', rand]],
  });
  assert.deepEqual(await waitingIn('2027-03'), { [atMain]: [], [atSavings]: [] });
  await assertClear();
});

test('a payment of before the first statement whose line comes two months later is waited for in between', async () => {
  const { paymentId, rand, reference } = await recorded('2027-01-20');
  await assertClear();
  const [came = ''] = await imported(main, 995, [{ text: reference, rand, day: '2027-03-02' }]);
  await bank.book(came, [{ kind: 'recorded', targetId: paymentId, amount: rand }]);
  assert.deepEqual((await waitingIn('2027-02'))[atMain], [['2027-01-20', rand]]);
  assert.deepEqual((await waitingIn('2027-03'))[atMain], []);
  await assertClear();
});

test('money that came in one month and went back in the next is waited for until its lines are here', async () => {
  const { paymentId, rand, reference, invoiceId } = await recorded('2027-02-25');
  const params = { id: invoiceId };
  const body = { reason: 'Returned', returnedOn: '2027-03-06' };
  assert.equal((await callApi(app, undoInvoicePayment, { params, body }, as)).status, 200);
  assert.deepEqual((await waitingIn('2027-02'))[atMain], [
    ['2027-01-20', rand],
    ['2027-02-25', rand],
  ]);
  assert.deepEqual((await waitingIn('2027-03'))[atMain], [
    ['2027-02-25', rand],
    ['2027-03-06', -rand],
  ]);
  await assertClear();
  const [came = '', went = ''] = await imported(main, 995 + rand, [
    { text: reference, rand, day: '2027-03-03' },
    { text: `REV ${reference}`, rand: -rand, day: '2027-03-08' },
    { text: 'FEES', rand: -5, day: '2027-03-09' },
  ]);
  await assertClear();
  await bank.book(came, [{ kind: 'recorded', targetId: paymentId, amount: rand }]);
  assert.deepEqual((await waitingIn('2027-03'))[atMain], [['2027-03-06', -rand]]);
  await assertClear();
  const back = { kind: 'reversal' as const, targetId: paymentId, amount: rand, reason: 'Returned' };
  assert.equal((await bank.book(went, [back])).status, 200);
  assert.deepEqual((await waitingIn('2027-03'))[atMain], []);
  await assertClear();
});

test('a payment that is corrected after its month was closed still waits for the bank in that month', async () => {
  const [toCash, toMarch] = [await recorded('2027-02-26'), await recorded('2027-02-27')];
  const before = (await waitingIn('2027-02'))[atMain];
  assert.deepEqual(before?.slice(-2), [
    ['2027-02-26', toCash.rand],
    ['2027-02-27', toMarch.rand],
  ]);
  const body = { month: '2027-02', despiteFailures: true };
  assert.equal((await callApi(app, closeMonth, { body }, as)).status, 200);
  for (const [{ paymentId }, paidBy, paidOn] of [
    [toCash, 'Cash', '2027-02-26'],
    [toMarch, 'EFT', '2027-03-04'],
  ] as const) {
    const params = { id: paymentId };
    const input = { params, body: { paidBy, paidOn, reason: 'A mistake' } };
    assert.equal((await callApi(app, correctPayment, input, as)).status, 200);
  }
  assert.deepEqual((await waitingIn('2027-02'))[atMain], before);
  assert.deepEqual((await waitingIn('2027-03'))[atMain], [['2027-03-04', toMarch.rand]]);
  await assertClear();
});
