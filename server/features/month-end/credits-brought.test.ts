import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { closeMonth, getMonthEnd } from '#contract/month-end/endpoints.ts';
import { correctPayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as contract from '#contract/payments/credits.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered } from '#test/support/people.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { readPeriod } from './figures/read-period.ts';

/** The books begin on 1 March. Each test has its own. */
async function openBooks() {
  const app = await openTestApp();
  app.clock.set('2027-03-01T08:00:00Z');
  await registered(app, { email: 'first@example.org' });
  app.clock.set('2027-03-10T08:00:00Z');
  const { token } = await naledi(app);
  const bring = (body: Partial<BodyOf<typeof contract.recordMoney>> = {}, key = randomUUID()) =>
    callApi(
      app,
      contract.recordMoney,
      {
        body: {
          payerName: 'Nomsa Dlamini',
          amount: 500,
          paidOn: '2027-02-28',
          reportedElsewhere: true,
          ...body,
        },
      },
      { token, headers: { 'idempotency-key': key } },
    );
  return { app, token, as: { token }, bring };
}

/** Of each account, in cents, without those that are zero. */
async function balances({ db }: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    SELECT account, sum(cents)::bigint AS cents FROM ledger_lines
    GROUP BY 1 HAVING sum(cents) <> 0 ORDER BY 1`.execute(db);
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

async function entries({ db }: TestApp) {
  const { rows } = await sql<{ kind: string; day: string; bookedOn: string; credits: number }>`
    SELECT e.kind, e.day, e.booked_on AS "bookedOn", l.cents AS credits FROM ledger_entries AS e
    JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account = 'credits' ORDER BY e.id`.execute(
    db,
  );
  return rows.map((row) => Object.values(row));
}

test('a credit that was owed before the books began comes from the opening balances, and is no money', async () => {
  const { app, as, bring } = await openBooks();
  const key = randomUUID();
  const { status, data } = await bring({}, key);
  assert.deepEqual([status, data.amount, data.paidOn], [201, 500, '2027-02-28']);
  await bring({}, key);
  assert.deepEqual(await entries(app), [['brought', '2027-02-28', '2027-02-28', -50_000]]);
  assert.deepEqual(await balances(app), { credits: -50_000, opening: 50_000 });
  await assertBooksAgree(app, ['2027-03']);
  // The day before is no month of these books.
  const { months } = (await callApi(app, getMonthEnd, {}, as)).data;
  assert.equal(months.at(-1)?.month, '2027-03');
  const { credits } = (await readPeriod(app.ctx(), '2027-03')).byMonth[0]!;
  assert.deepEqual(credits, { opening: 50_000, closing: 50_000 });
});

test('what becomes of it is posted as of any credit', async () => {
  const { app, as, bring } = await openBooks();
  const { id } = (await bring({ amount: 1000 })).data;
  const params = { id };
  const invoice = (await registered(app, { email: 'nomsa@example.org' })).invoiceId;
  const carry = { invoiceId: invoice, amount: 450 };
  assert.equal((await callApi(app, contract.carryCredit, { params, body: carry }, as)).status, 200);
  const refund = { amount: 100, refundedOn: '2027-03-09' };
  await callApi(app, contract.refundCredit, { params, body: refund }, as);
  const body = { firstName: 'Nomsa', lastName: 'D', email: 'nomsa@example.org', amount: 50 };
  await callApi(app, contract.donateCredit, { params, body }, as);
  await assertBooksAgree(app, ['2027-03']);
  await callApi(app, contract.closeCredit, { params, body: { reason: 'Unknown' } }, as);
  assert.deepEqual(await balances(app), {
    bank: -10_000,
    donation: -5000,
    kept: -40_000,
    membership: -45_000,
    opening: 100_000,
  });
  await assertBooksAgree(app, ['2027-03']);
});

test('an undo takes it back, and a correction moves it', async () => {
  const { app, as, bring } = await openBooks();
  const { id } = (await bring()).data;
  const correction = { reason: 'A day too late', paidOn: '2027-02-27', paidBy: 'Cash' } as const;
  const corrected = await callApi(app, correctPayment, { params: { id }, body: correction }, as);
  assert.equal(corrected.status, 200, corrected.message);
  assert.deepEqual(await balances(app), { credits: -50_000, opening: 50_000 });
  await assertBooksAgree(app, ['2027-03']);
  for (const _ of [1, 2]) {
    const body = { reason: 'It was paid back before' };
    assert.equal((await callApi(app, undoPayment, { params: { id }, body }, as)).status, 200);
  }
  assert.deepEqual(await balances(app), {});
  assert.deepEqual(
    (await entries(app)).map(([kind, day, , cents]) => [kind, day, cents]),
    [
      ['brought', '2027-02-28', -50_000],
      ['brought', '2027-02-28', 50_000],
      ['brought', '2027-02-27', -50_000],
      ['brought', '2027-02-27', 50_000],
    ],
  );
  await assertBooksAgree(app, ['2027-03']);
  const { months } = (await callApi(app, getMonthEnd, {}, as)).data;
  assert.equal(months.at(-1)?.month, '2027-03');
});

test('brought before the first month was closed, it does not stand in the way of closing it', async () => {
  const { app, bring } = await openBooks();
  assert.equal((await bring()).status, 201);
  app.clock.set('2027-04-02T08:00:00Z');
  const { token } = await naledi(app);
  const { status, message } = await callApi(
    app,
    closeMonth,
    { body: { month: '2027-03' } },
    { token },
  );
  assert.equal(status, 200, message);
  await assertBooksAgree(app, ['2027-03', '2027-04']);
});

test('after a month was closed it is booked on the first open day, and so is its undo', async () => {
  const { app, bring } = await openBooks();
  app.clock.set('2027-04-02T08:00:00Z');
  const { token } = await naledi(app);
  const closed = await callApi(app, closeMonth, { body: { month: '2027-03' } }, { token });
  assert.equal(closed.status, 200, closed.message);
  const body = {
    payerName: 'Nomsa Dlamini',
    amount: 500,
    paidOn: '2027-02-28',
    reportedElsewhere: true,
  };
  const { data } = await callApi(app, contract.recordMoney, { body }, { token });
  assert.deepEqual(await entries(app), [['brought', '2027-02-28', '2027-04-01', -50_000]]);
  await assertBooksAgree(app, ['2027-03', '2027-04']);
  const params = { id: data.id };
  await callApi(app, undoPayment, { params, body: { reason: 'Wrong' } }, { token });
  assert.deepEqual(await balances(app), {});
  await assertBooksAgree(app, ['2027-03', '2027-04']);
  assert.equal((await bring()).status, 401, 'the session of March has ended');
});

test('the bank can bring it, and take it back', async () => {
  const { app, token, as, bring } = await openBooks();
  const matching = openMatching(app, token);
  const { id } = (await bring()).data;
  const incoming = await matching.line('NOMSA DLAMINI', 500, '2027-03-02');
  const brought = await matching.book(incoming, [{ kind: 'recorded', targetId: id, amount: 500 }]);
  assert.equal(brought.status, 200, brought.message);
  assert.equal((await balances(app))['credits'], -50_000);
  await assertBooksAgree(app, ['2027-03']);
  const outgoing = await matching.line('RETURNED', -500, '2027-03-05');
  const part = { kind: 'reversal', targetId: id, amount: 500, reason: 'Returned' } as const;
  const returned = await matching.book(outgoing, [part]);
  assert.equal(returned.status, 200, returned.message);
  assert.equal((await balances(app))['credits'], undefined);
  await assertBooksAgree(app, ['2027-03']);
  const { results } = (await callApi(app, contract.searchCredits, { body: {} }, as)).data;
  assert.deepEqual(results, []);
});

test('the surplus of a payment that was reported elsewhere is posted once', async () => {
  const { app, as } = await openBooks();
  const { invoiceId } = await registered(app, { email: 'surplus@example.org' });
  await settleInvoice(app.ctx(), {
    invoiceId,
    source: 'administrator',
    amountCents: 60_000,
    paidOn: '2027-02-15',
    reportedElsewhere: true,
  });
  const { id = '' } = (await rowsOf(app, invoiceId)).payments[0] ?? {};
  assert.deepEqual(await balances(app), { credits: -15_000, opening: 15_000 });
  const undo = (keepAsCredit: boolean) =>
    callApi(app, undoPayment, { params: { id }, body: { reason: 'Wrong', keepAsCredit } }, as);
  assert.equal((await undo(true)).status, 200);
  assert.deepEqual(await balances(app), { credits: -60_000, opening: 60_000 });
  assert.equal((await undo(false)).status, 200);
  assert.deepEqual(await balances(app), {});
});
