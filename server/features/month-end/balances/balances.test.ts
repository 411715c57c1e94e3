import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchBalances } from '#contract/month-end/balances.ts';
import { getDonorStatement, getMemberStatement } from '#contract/month-end/statement-of-account.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { carryCredit, recordMoney, refundCredit } from '#contract/payments/credits.ts';
import { openTestApp } from '#test/support/app.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { brokenIn } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { readMemberStatement } from '../statement-of-account/read-statement.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });
const balances = async (day: string, more = {}) => {
  const body = { day, ...more };
  const { data } = await callApi(app, searchBalances, { body }, await as());
  return {
    rows: data.results.map(({ kind, person, document, age, amount }) =>
      [kind, person, document, age, amount].join(' '),
    ),
    sums: [data.debtors, data.creditors],
  };
};

app.clock.set('2027-03-05T08:00:00Z');
const thandi = await registered(app);
const sipho = await registered(app, { email: 'sipho@example.org', firstName: 'Sipho' });
app.clock.set('2027-03-10T08:00:00Z');
await settleInvoice(app.ctx(), {
  invoiceId: thandi.invoiceId,
  source: 'administrator',
  paidOn: '2027-03-10',
  amountCents: 60_000,
});
const creditOf = async (invoiceId: string) => {
  const payments = app.db.selectFrom('payments').select('id').where('invoice_id', '=', invoiceId);
  return (await payments.executeTakeFirstOrThrow()).id;
};
const credit = await creditOf(thandi.invoiceId);

test('debtors and creditors of a day stand by person and document, with sums', async () => {
  const { rows, sums } = await balances('2027-03-20');
  assert.deepEqual(rows, [
    'debtor Sipho Dlamini INV-00002 15 450',
    'creditor Thandi Dlamini INV-00001 10 150',
  ]);
  assert.deepEqual(sums, [450, 150]);
  assert.deepEqual((await balances('2027-03-09')).sums, [900, 0]);
  assert.deepEqual((await balances('2027-03-04')).rows, []);
  assert.deepEqual((await balances('2027-03-20', { text: 'sipho' })).sums, [450, 0]);
  assert.equal((await balances('2027-03-20', { kind: 'creditor' })).rows.length, 1);
});

test('a credit that paid another invoice is no credit of its own payment any more', async () => {
  app.clock.set('2027-04-02T08:00:00Z');
  const params = { id: credit };
  const use = { params, body: { invoiceId: sipho.invoiceId, amount: 150 } };
  assert.equal((await callApi(app, carryCredit, use, await as())).status, 200);
  // The use is of the day on which the money came.
  assert.deepEqual((await balances('2027-03-20')).rows, ['debtor Sipho Dlamini INV-00002 15 300']);
  assert.deepEqual((await balances('2027-03-09')).sums, [900, 0]);
});

test('a statement of account ends with what the member owes less the credits', async () => {
  const memberOf = async (email: string) =>
    (
      await app.db
        .selectFrom('members')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id;
  const rowsOf = async (email: string) =>
    ((await readMemberStatement(app.ctx(), await memberOf(email))).rows ?? []).map(
      ({ day, what, document, cents }) => [day, what, document, cents / 100].join(' '),
    );
  assert.deepEqual(await rowsOf('thandi@example.org'), [
    '2027-03-05 issued INV-00001 450',
    '2027-03-10 received INV-00001 -600',
    '2027-03-10 carried INV-00002 150',
  ]);
  assert.deepEqual(await rowsOf('sipho@example.org'), [
    '2027-03-05 issued INV-00002 450',
    '2027-03-10 carried INV-00002 -150',
  ]);
  const params = { id: await memberOf('sipho@example.org') };
  const query = { from: '2027-03-06', to: '2027-03-31' };
  const some = await readMemberStatement(app.ctx(), params.id, query);
  assert.deepEqual(
    [some.brought, some.rows?.map(({ day, cents }) => [day, cents]), some.open],
    [45_000, [['2027-03-10', -15_000]], []],
  );
  const file = await callApi(app, getMemberStatement, { params, query }, await as());
  assert.equal(file.status, 200);
  assert.match(
    String(file.headers['content-disposition']),
    /attachment; filename="Statement Sipho Dlamini 2027-03-31.pdf"/,
  );
  const wrong = { params, query: { from: '2027-03-06', to: '2027-03-05' } };
  const refused = await callApi(app, getMemberStatement, wrong, await as());
  assert.deepEqual(
    [refused.status, refused.message],
    [400, 'The last day is before the first one.'],
  );
  assert.match(String(file.headers['content-type']), /application\/pdf/);
  const nobody = { params: { id: crypto.randomUUID() }, query: {} };
  assert.equal((await callApi(app, getMemberStatement, nobody, await as())).status, 404);
  assert.equal((await callApi(app, getDonorStatement, nobody, await as())).status, 404);
});

test('money without a record is a credit of its payer until it is refunded', async () => {
  app.clock.set('2027-04-03T08:00:00Z');
  const money = { payerName: 'Nomsa', amount: 80, paidOn: '2027-04-03', paidBy: 'EFT' as const };
  const { data } = await callApi(app, recordMoney, { body: money }, await as());
  assert.deepEqual((await balances('2027-04-03', { kind: 'creditor' })).rows, [
    'creditor Nomsa  0 80',
  ]);
  app.clock.set('2027-04-05T08:00:00Z');
  const body = { amount: 80, refundedOn: '2027-04-05', reference: 'Back' };
  await callApi(app, refundCredit, { params: { id: data.id }, body }, await as());
  assert.deepEqual((await balances('2027-04-03')).sums, [300, 80]);
  assert.deepEqual((await balances('2027-04-05')).sums, [300, 0]);
});

test('a credit that paid an invoice, which became void, is of its first payment once that is undone', async () => {
  const on = (day: string) => app.clock.set(`${day}T08:00:00Z`);
  const reason = { reason: 'A mistake' };
  on('2027-05-01');
  const money = { payerName: 'Lindiwe', amount: 20, paidOn: '2027-05-01', paidBy: 'EFT' as const };
  const { data } = await callApi(app, recordMoney, { body: money }, await as());
  // The invoice becomes void on the day of the use, or later.
  for (const [carriedOn, voidedOn, undoneOn] of [
    ['2027-05-10', '2027-05-10', '2027-05-15'],
    ['2027-05-20', '2027-05-25', '2027-05-30'],
  ] as const) {
    on(carriedOn);
    const email = `lindiwe-${carriedOn}@example.org`;
    const { invoiceId } = await registered(app, { email, firstName: 'Lindiwe' });
    const use = { params: { id: data.id }, body: { invoiceId, amount: 20 } };
    assert.equal((await callApi(app, carryCredit, use, await as())).status, 200);
    on(voidedOn);
    const voiding = { params: { id: invoiceId }, body: reason };
    assert.equal((await callApi(app, voidInvoice, voiding, await as())).status, 200);
    on(undoneOn);
    const { carried_to } = await app.db
      .selectFrom('credit_uses')
      .select('carried_to')
      .where('payment_id', '=', data.id)
      .where('reversed_at', 'is', null)
      .executeTakeFirstOrThrow();
    const undoing = { params: { id: carried_to ?? '' }, body: reason };
    assert.equal((await callApi(app, undoPayment, undoing, await as())).status, 200);
    for (const day of ['2027-05-05', carriedOn, voidedOn, undoneOn]) {
      const { rows } = await balances(day, { text: 'Lindiwe', kind: 'creditor' });
      const age = Number(day.slice(-2)) - 1;
      assert.deepEqual(rows, [`creditor Lindiwe  ${age} 20`], `${carriedOn}: ${day}`);
    }
  }
});

test('money of a day before its invoice is a credit of the payer until the day of the invoice', async () => {
  app.clock.set('2027-06-05T08:00:00Z');
  const person = { email: 'zanele@example.org', firstName: 'Zanele' };
  const { invoiceId } = await registered(app, person);
  const [before, after] = [await balances('2027-06-01'), await balances('2027-06-05')];
  const input = { invoiceId, source: 'administrator', amountCents: 60_000 } as const;
  await settleInvoice(app.ctx(), { ...input, paidOn: '2027-05-31' });
  const added = async (day: string, from: { sums: number[] }) =>
    (await balances(day)).sums.map((sum, place) => sum - (from.sums[place] ?? 0));
  assert.deepEqual(await added('2027-06-01', before), [0, 600]);
  assert.deepEqual(await added('2027-06-05', after), [-450, 150]);
  const { rows } = await balances('2027-06-01', { text: 'Zanele' });
  assert.deepEqual(rows, ['creditor Zanele Dlamini INV-00005 1 600']);
  const { member_id } = await app.db
    .selectFrom('invoices')
    .select('member_id')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const until = await readMemberStatement(app.ctx(), member_id ?? '', { to: '2027-06-01' });
  assert.deepEqual(
    until.rows?.map(({ cents }) => cents),
    [-60_000],
  );
  const payment = await creditOf(invoiceId);
  const undoing = { params: { id: payment }, body: { reason: 'A mistake' } };
  assert.equal((await callApi(app, undoPayment, undoing, await as())).status, 200);
  assert.deepEqual(await added('2027-06-01', before), [0, 0]);
  assert.deepEqual(await added('2027-06-05', after), [0, 0]);
  for (const month of ['2027-05', '2027-06']) assert.deepEqual(await brokenIn(app, month), []);
});
