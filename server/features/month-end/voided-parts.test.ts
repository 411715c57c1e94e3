import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import type { Month } from '#contract/month-end/periods.ts';
import { correctPayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, proveNow, registered, tokenOf } from '#test/support/people.ts';
import { readPeriod } from './figures/read-period.ts';

/** An office on 10 March. Each call has to succeed. */
async function openOffice() {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  let people = 0;
  const token = () => tokenOf(app, adminId);
  async function call<E extends EndpointShape>(endpoint: E, input: InputOf<E>) {
    const reply = await callApi(app, endpoint, input, { token: await token() });
    assert.ok(reply.status < 300, reply.message);
    return reply.data;
  }
  const reason = 'Left';
  return {
    app,
    adminId,
    token,
    call,
    on: (day: string) => app.clock.set(`${day}T09:00:00Z`),
    invoice: async () =>
      (await registered(app, { email: `void-${(people += 1)}@example.org` })).invoiceId,
    async pay(id: string, amount: number, paidOn: string) {
      const body = { amount, paidOn, paidBy: 'Cash' as const };
      await call(processInvoicePayment, { params: { id }, body });
      return (await rowsOf(app, id)).payments[0]?.id ?? '';
    },
    void: (id: string) => call(voidInvoice, { params: { id }, body: { reason } }),
    close: (month: Month) => call(closeMonth, { body: { month } }),
    /** Of the accounts, in rand, what was posted of the payment on each day. */
    async posted(paymentId: string) {
      const { rows } = await sql<{ day: string; account: string; rand: number }>`
        SELECT e.day, l.account, (sum(l.cents) / 100)::integer AS rand
        FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        LEFT JOIN bank_matches AS m ON m.id = e.source_id
        WHERE coalesce(m.payment_id, e.source_id) = ${paymentId} AND e.kind <> 'deposited'
        GROUP BY 1, 2 HAVING sum(l.cents) <> 0 ORDER BY 1, 2`.execute(app.db);
      return rows.map(({ day, account, rand }) => [day, account, rand]);
    },
    async incomeOf(period: Month) {
      const { sections } = await readPeriod(app.ctx(), period);
      const lines = sections.find(({ title }) => title === 'Income')?.lines ?? [];
      return lines.map(({ label, amount }) => [label, amount]);
    },
    agree: () => assertBooksAgree(app, ['2027-03', '2027-04']),
  };
}

const received = [
  ['2027-03-12', 'cash', 200],
  ['2027-03-12', 'membership', -200],
];
const released = [
  ['2027-04-05', 'credits', -200],
  ['2027-04-05', 'membership', 200],
];

/** Of R450, R200 came on 12 March. The invoice is void since 5 April. */
async function voided() {
  const office = await openOffice();
  const invoiceId = await office.invoice();
  office.on('2027-03-20');
  const paymentId = await office.pay(invoiceId, 200, '2027-03-12');
  office.on('2027-04-05');
  return { ...office, invoiceId, paymentId };
}

test('the money of an invoice that is voided is income until that day, and a credit from then on', async () => {
  const office = await voided();
  await office.void(office.invoiceId);
  assert.deepEqual(await office.posted(office.paymentId), [...received, ...released]);
  assert.deepEqual((await office.incomeOf('2027-03')).at(-1), ['Income', 200]);
  assert.deepEqual((await office.incomeOf('2027-04')).at(-1), ['Income', -200]);
  await office.agree();
});

test('after the month of the payment was closed, the voiding is not booked late', async () => {
  const office = await voided();
  await office.close('2027-03');
  await office.void(office.invoiceId);
  const { sections } = await readPeriod(office.app.ctx(), '2027-04');
  assert.equal(
    sections.find(({ title }) => title === 'Booked late'),
    undefined,
  );
  await office.agree();
});

test('its VAT is taken back on the day of the voiding, too', async () => {
  const office = await voided();
  const { id } = await office.app.db
    .selectFrom('company_info')
    .select('id')
    .executeTakeFirstOrThrow();
  await proveNow(office.app, office.adminId);
  const body = { vatNumber: '4070112233', vatBasis: 'payments' as const };
  await office.call(updateCompanyInfo, { params: { id }, body });
  const invoiceId = await office.invoice();
  const paymentId = await office.pay(invoiceId, 230, '2027-04-05');
  office.on('2027-04-08');
  await office.void(invoiceId);
  assert.deepEqual(await office.posted(paymentId), [
    ['2027-04-05', 'cash', 230],
    ['2027-04-05', 'membership', -200],
    ['2027-04-05', 'vat', -30],
    ['2027-04-08', 'credits', -230],
    ['2027-04-08', 'membership', 200],
    ['2027-04-08', 'vat', 30],
  ]);
  // Another answer corrects each day by itself.
  await proveNow(office.app, office.adminId);
  await office.call(updateCompanyInfo, { params: { id }, body: { vatBasis: 'invoices' } });
  assert.deepEqual(await office.posted(paymentId), [
    ['2027-04-05', 'cash', 230],
    ['2027-04-05', 'membership', -230],
    ['2027-04-08', 'credits', -230],
    ['2027-04-08', 'membership', 230],
  ]);
  await office.agree();
});

test('an older invoice that the credit pays is paid from the day of the voiding', async () => {
  const office = await openOffice();
  const older = await office.invoice();
  office.on('2027-03-20');
  const invoiceId = await office.invoice();
  const id = await office.pay(invoiceId, 200, '2027-03-12');
  office.on('2027-04-05');
  await office.void(invoiceId);
  const body = { invoiceId: older, amount: 200 };
  await office.call(credits.carryCredit, { params: { id }, body });
  const [carried] = (await rowsOf(office.app, older)).payments;
  assert.equal(carried?.paid_on, '2027-04-05');
  // What came from a credit is a credit again, and no method loses it.
  office.on('2027-04-06');
  await office.void(older);
  const april = await office.incomeOf('2027-04');
  assert.deepEqual(april, [
    ['Membership fees: Individual', -200],
    ['Cash', -200],
    ['From credits', 0],
    ['Income', -200],
  ]);
  await office.agree();
});

test('a correction moves the money, and the voiding stays on its day', async () => {
  const office = await voided();
  await office.void(office.invoiceId);
  const correct = (paidOn: string, paidBy: 'Cheque' | 'Cash') => {
    const body = { reason: 'A mistake', paidOn, paidBy };
    return office.call(correctPayment, { params: { id: office.paymentId }, body });
  };
  await correct('2027-03-14', 'Cheque');
  assert.deepEqual(await office.posted(office.paymentId), [
    ['2027-03-14', 'cheque', 200],
    ['2027-03-14', 'membership', -200],
    ...released,
  ]);
  await office.agree();
  office.on('2027-04-09');
  await correct('2027-04-08', 'Cash');
  assert.deepEqual(await office.posted(office.paymentId), [
    ['2027-04-08', 'cash', 200],
    ['2027-04-08', 'credits', -200],
  ]);
  await office.agree();
});

test('money that went back before the voiding was no credit, and an undo leaves nothing', async () => {
  const office = await voided();
  await office.void(office.invoiceId);
  const params = { id: office.paymentId };
  const body = { reason: 'Bounced', returnedOn: '2027-03-30' };
  await office.call(undoPayment, { params, body });
  assert.deepEqual(await office.posted(office.paymentId), [
    ...received,
    ['2027-03-30', 'cash', -200],
    ['2027-03-30', 'membership', 200],
  ]);
  await office.agree();
  const other = await voided();
  await other.void(other.invoiceId);
  await other.call(undoPayment, { params: { id: other.paymentId }, body: { reason: 'A mistake' } });
  assert.deepEqual(await other.posted(other.paymentId), []);
  await other.agree();
});

test('a line of the bank that took it back before the voiding says the same, and so does its undo', async () => {
  const office = await openOffice();
  const early = openMatching(office.app, await office.token());
  const { invoiceId, reference } = await early.owing('bounced@example.org');
  office.on('2027-03-20');
  const bank = openMatching(office.app, await office.token());
  const [came, went] = await bank.imported([
    { text: reference, rand: 200, day: '2027-03-12' },
    { text: 'REVERSAL', rand: -200, day: '2027-03-15' },
  ]);
  const pay = { kind: 'invoice', recordId: invoiceId, amount: 200, seenBalance: 450 } as const;
  const paid = await bank.book(came ?? '', [pay]);
  const targetId = paid.data.matches[0]?.paymentId ?? '';
  await office.void(invoiceId);
  const back = { kind: 'reversal', targetId, amount: 200, reason: 'Returned' } as const;
  const booked = await bank.book(went ?? '', [back]);
  assert.equal(booked.status, 200, booked.message);
  assert.deepEqual(await office.posted(targetId), [
    ['2027-03-12', 'bank', 200],
    ['2027-03-12', 'membership', -200],
    ['2027-03-15', 'bank', -200],
    ['2027-03-15', 'membership', 200],
  ]);
  await office.agree();
  const undone = await bank.undo(booked.data.matches[0]?.id ?? '');
  assert.equal(undone.status, 200, undone.message);
  assert.deepEqual(await office.posted(targetId), []);
  await office.agree();
});

test('a part that was reported elsewhere is a credit of before these books', async () => {
  const office = await voided();
  const invoiceId = await office.invoice();
  const paymentId = await office.pay(invoiceId, 150, '2027-04-02');
  // As an import stores it: only what is left as a credit is in these books.
  await office.app.db.transaction().execute(async (db) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(db);
    await sql`DELETE FROM ledger_lines USING ledger_entries AS e WHERE e.id = entry_id AND e.source_id = ${paymentId}`.execute(
      db,
    );
    await sql`DELETE FROM ledger_entries WHERE source_id = ${paymentId}`.execute(db);
    await sql`DELETE FROM invoice_changes WHERE invoice_id = ${invoiceId}`.execute(db);
    await sql`UPDATE payments SET reported_elsewhere = true WHERE id = ${paymentId}`.execute(db);
    await sql`UPDATE invoices SET reported_elsewhere = true WHERE id = ${invoiceId}`.execute(db);
    await sql`UPDATE audit_entries SET action = 'importPayment', after = '{}' WHERE subject_id = ${invoiceId}
      AND action = 'processInvoicePayment'`.execute(db);
  });
  await office.agree();
  await office.void(invoiceId);
  assert.deepEqual(await office.posted(paymentId), [
    ['2027-04-02', 'credits', -150],
    ['2027-04-02', 'opening', 150],
  ]);
  await office.agree();
});

test('a refund of a day before the voiding is refused at its field', async () => {
  const office = await voided();
  await office.void(office.invoiceId);
  const refund = async (refundedOn: string) => {
    const body = { amount: 200, refundedOn, reference: 'FNB 77' };
    const input = { params: { id: office.paymentId }, body };
    const as = { token: await office.token() };
    const { status, errors } = await callApi(office.app, credits.refundCredit, input, as);
    return [status, ...errors.map(({ message }) => message)];
  };
  const since = credits.creditTexts.creditSince('2027-04-05');
  assert.deepEqual(await refund('2027-04-04'), [400, since]);
  assert.deepEqual(await refund('2027-04-05'), [200]);
  await office.agree();
});
