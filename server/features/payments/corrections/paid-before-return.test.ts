import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth, reopenMonth } from '#contract/month-end/endpoints.ts';
import { correctPayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import { undoWriteOff, writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { readCreditsOn, readOwedOn } from '#server/features/month-end/figures/read-balances.ts';
import { readMemberStatement } from '#server/features/month-end/statement-of-account/read-statement.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

/** The invoice was paid on 5 March. The card scheme took the money back on 20 March. */
async function chargedBack() {
  const office = await openOffice();
  await office.undo(await office.pay(450, '2027-03-05'), '2027-03-20');
  return office;
}

/** With an invoice of R450 of 2 March. */
async function openOffice() {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  app.clock.set('2027-03-02T08:00:00Z');
  const { invoiceId } = await registered(app);
  app.clock.set('2027-03-25T08:00:00Z');
  const as = async () => ({ token: await tokenOf(app, adminId) });
  const paymentOf = async (day: string) =>
    (await rowsOf(app, invoiceId)).payments.find(({ paid_on }) => paid_on === day)?.id ?? '';
  /** Has to succeed. */
  async function call<E extends EndpointShape>(endpoint: E, input: InputOf<E>) {
    const { status, message } = await callApi(app, endpoint, input, await as());
    assert.equal(status, 200, message);
  }
  async function pay(amount: number, paidOn: string) {
    const body = { amount, paidOn, paidBy: 'Cheque' as const };
    await call(processInvoicePayment, { params: { id: invoiceId }, body });
    return paymentOf(paidOn);
  }
  const undo = (id: string, returnedOn: string | null) =>
    call(undoPayment, { params: { id }, body: { reason: 'Charged back', returnedOn } });
  return {
    app,
    call,
    invoiceId,
    pay,
    undo,
    correct(id: string, paidOn: string) {
      const body = { reason: 'A mistake', paidOn, paidBy: 'Cheque' as const };
      return call(correctPayment, { params: { id }, body });
    },
    /** What was posted of a payment, in rand. */
    async posted(id: string) {
      const { rows } = await sql<{ kind: string; day: string; account: string; rand: number }>`
        SELECT min(e.kind) AS kind, e.day, l.account, (sum(l.cents) / 100)::integer AS rand
        FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        WHERE e.source_id = ${id} GROUP BY e.day, l.account HAVING sum(l.cents) <> 0
        ORDER BY e.day, l.account`.execute(app.db);
      return rows.map(({ kind, day, account, rand }) => [kind, day, account, rand].join(' '));
    },
    /** Owed for the invoice and to payers at the end of a day, in rand. */
    async balances(day: string) {
      const owed = (await readOwedOn(app.db, day)).reduce((sum, { cents }) => sum + cents, 0);
      return [owed / 100, (await readCreditsOn(app.db, day)) / 100];
    },
    async statement() {
      const { id } = await app.db.selectFrom('members').select('id').executeTakeFirstOrThrow();
      const { rows } = await readMemberStatement(app.ctx(), id);
      return (rows ?? []).map(({ day, what, cents }) => [day, what, cents / 100].join(' '));
    },
    agree: () => assertBooksAgree(app, ['2027-03', '2027-04']),
  };
}

test('money of a day before the return is a credit until its invoice needs it', async () => {
  const office = await chargedBack();
  const late = await office.pay(450, '2027-03-10');
  assert.deepEqual(await office.posted(late), [
    'received 2027-03-10 cheque 450',
    'received 2027-03-10 credits -450',
    'carried 2027-03-20 credits 450',
    'carried 2027-03-20 membership -450',
  ]);
  assert.deepEqual(
    [
      await office.balances('2027-03-04'),
      await office.balances('2027-03-09'),
      await office.balances('2027-03-15'),
      await office.balances('2027-03-20'),
    ],
    [
      [450, 0],
      [0, 0],
      [0, 450],
      [0, 0],
    ],
  );
  assert.deepEqual(await office.statement(), [
    '2027-03-02 issued 450',
    '2027-03-05 received -450',
    '2027-03-10 received -450',
    '2027-03-20 returned 450',
  ]);
  await office.agree();
  await office.undo(late, null);
  assert.deepEqual(await office.posted(late), []);
  await office.agree();
});

test('a part that the invoice needed at once is income on its own day', async () => {
  const office = await chargedBack();
  const after = await office.pay(200, '2027-03-22');
  const before = await office.pay(100, '2027-03-12');
  assert.deepEqual(await office.posted(after), [
    'received 2027-03-22 cheque 200',
    'received 2027-03-22 membership -200',
  ]);
  assert.deepEqual((await office.posted(before)).at(-1), 'carried 2027-03-20 membership -100');
  await office.correct(after, '2027-03-15');
  assert.deepEqual((await office.posted(after)).slice(1), [
    'received 2027-03-15 credits -200',
    'carried 2027-03-20 credits 200',
    'carried 2027-03-20 membership -200',
  ]);
  assert.deepEqual(await office.balances('2027-03-15'), [0, 300]);
  await office.agree();
  await office.correct(after, '2027-03-23');
  assert.deepEqual((await office.posted(after)).slice(1), ['received 2027-03-23 membership -200']);
  await office.agree();
});

test('it can go back before the day on which the invoice would have needed it', async () => {
  const office = await chargedBack();
  const late = await office.pay(450, '2027-03-10');
  await office.undo(late, '2027-03-12');
  assert.deepEqual(await office.balances('2027-03-11'), [0, 450]);
  assert.deepEqual(await office.balances('2027-03-12'), [0, 0]);
  assert.deepEqual(await office.balances('2027-03-20'), [450, 0]);
  await office.agree();
});

test('after closing, both are of the first open day, and no day has the invoice paid twice', async () => {
  const office = await chargedBack();
  office.app.clock.set('2027-04-04T08:00:00Z');
  await office.call(closeMonth, { body: { month: '2027-03' } });
  const late = await office.pay(450, '2027-03-10');
  assert.deepEqual(await office.posted(late), [
    'received 2027-03-10 cheque 450',
    'received 2027-03-10 membership -450',
  ]);
  assert.deepEqual(await office.balances('2027-03-31'), [450, 0]);
  assert.deepEqual(await office.balances('2027-04-01'), [0, 0]);
  await office.agree();
});

test('money of a reopened month is a credit until a write-off is undone in the books', async () => {
  const office = await openOffice();
  const { app, call, invoiceId } = office;
  const params = { id: invoiceId };
  const reason = 'Hardship';
  await call(writeOffInvoice, { params, body: { amount: 450, reason } });
  app.clock.set('2027-04-04T08:00:00Z');
  const month = '2027-03';
  await call(closeMonth, { body: { month } });
  await call(undoWriteOff, { params, body: { reason } });
  await call(reopenMonth, { body: { month, reason } });
  const id = await office.pay(450, '2027-03-28');
  assert.deepEqual(await office.posted(id), [
    'received 2027-03-28 cheque 450',
    'received 2027-03-28 credits -450',
    'carried 2027-04-01 credits 450',
    'carried 2027-04-01 membership -450',
  ]);
  assert.deepEqual(await office.balances('2027-03-31'), [0, 450]);
  assert.deepEqual(await office.balances('2027-04-01'), [0, 0]);
  await office.agree();
});
