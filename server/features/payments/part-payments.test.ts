import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { invoiceAdminTexts, voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { getInvoice, processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoInvoicePayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import { getPaymentForm } from '#contract/payments/endpoints.ts';
import { partTexts } from '#contract/payments/part-payment.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { updateInvoice } from '#server/features/invoices/update-invoice.ts';
import { membershipOf, rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;

const newMember = () => registered(app, { email: `part-${++people}@example.org` });
const read = (id: string) => readInvoice(app.db, id);
const pay = (id: string, body: { amount?: number; paidOn?: string; balance?: number }) =>
  callApi(app, processInvoicePayment, { params: { id }, body }, as);

/** [counted, credit] of the payments that were not undone. */
async function partsOf(invoiceId: string) {
  const { payments } = await rowsOf(app, invoiceId);
  return payments
    .filter(({ reversed_at }) => reversed_at === null)
    .map(({ counted_cents, credit_cents }) => [counted_cents, credit_cents]);
}

test('parts are added up, and the last one pays the invoice, in whatever order they are recorded', async () => {
  const { memberId, invoiceId } = await newMember();
  const part = await pay(invoiceId, { amount: 200, paidOn: '2027-03-08' });
  assert.deepEqual([part.data.isPaid, part.data.balance, part.data.paidOn], [false, 250, null]);
  assert.deepEqual((await membershipOf(app, memberId)).status, 'Pending');
  const rest = await pay(invoiceId, { paidOn: '2027-03-02' });
  assert.deepEqual([rest.data.isPaid, rest.data.balance], [true, 0]);
  // The day of the last money, though it was recorded first.
  assert.equal(rest.data.paidOn, '2027-03-08');
  assert.deepEqual((await membershipOf(app, memberId)).periods, [['2027-03-08', '2028-03-07']]);
  const { mails } = await rowsOf(app, invoiceId);
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['invoice', 'part-receipt', 'receipt'],
  );
});

test('what is paid above the balance is a credit', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, { amount: 100 });
  const { data } = await pay(invoiceId, { amount: 400 });
  assert.deepEqual([data.isPaid, data.balance], [true, 0]);
  assert.deepEqual(await partsOf(invoiceId), [
    [10_000, 0],
    [35_000, 5_000],
  ]);
});

test('a part that two administrators record counts once', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, { amount: 100, balance: 450 });
  const { status, message } = await pay(invoiceId, { amount: 100, balance: 450 });
  assert.deepEqual([status, message], [409, partTexts.balanceChanged(100, 350)]);
  assert.deepEqual(await partsOf(invoiceId), [[10_000, 0]]);
});

test('a payment by somebody who has not seen the one that paid the invoice is refused', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, { balance: 450 });
  const { status, message } = await pay(invoiceId, { amount: 450, balance: 450 });
  assert.deepEqual([status, message], [409, partTexts.balanceChanged(450, 0)]);
  assert.equal((await pay(invoiceId, {})).status, 200);
  assert.deepEqual(await partsOf(invoiceId), [[45_000, 0]]);
});

test('with the id alone one sees what is still to pay', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, { amount: 200 });
  const { data } = await callApi(app, getInvoice, { params: { id: invoiceId } });
  assert.deepEqual(data, { id: invoiceId, amount: 250, isPaid: false, state: 'unpaid' });
  await pay(invoiceId, { amount: 250 });
  const paid = await callApi(app, getInvoice, { params: { id: invoiceId } });
  assert.deepEqual(paid.data, { id: invoiceId, amount: 450, isPaid: true, state: 'paid' });
});

test('twenty concurrent parts never come to more than the invoice', async () => {
  const { memberId, invoiceId } = await newMember();
  const outcomes = await concurrently(20, (n) =>
    settleInvoice(app.ctx(), {
      invoiceId,
      source: 'payfast',
      externalReference: `payfast:part-${n}`,
      amountCents: 4_000,
    }),
  );
  assert.deepEqual(failed(outcomes), []);
  const parts = await partsOf(invoiceId);
  const sum = (place: number) => parts.reduce((total, part) => total + (part[place] ?? 0), 0);
  assert.deepEqual([parts.length, sum(0), sum(1)], [20, 45_000, 35_000]);
  const { periods } = await membershipOf(app, memberId);
  assert.equal(periods.length, 1);
  const { mails } = await rowsOf(app, invoiceId);
  assert.equal(mails.filter(({ kind }) => kind === 'receipt').length, 1);
});

test('without the lock, the database refuses parts above the amount', async () => {
  const { invoiceId } = await newMember();
  const insert = () =>
    sql`INSERT INTO payments (id, invoice_id, amount_cents, counted_cents, paid_on, recorded_at,
        method, source)
      VALUES (gen_random_uuid(), ${invoiceId}, 10000, 10000, '2027-03-10', now(), 'EFT',
        'administrator')`.execute(app.db);
  const errors = failed(await concurrently(20, insert));
  assert.equal(errors.length, 16);
  for (const error of errors) {
    assert.equal((error as { constraint?: string }).constraint, 'invoices_paid_check');
  }
  assert.equal((await read(invoiceId)).balance, 50);
});

test('a card pays the balance, and an older form for the whole amount leaves a credit', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, { amount: 200 });
  const params = { type: 'subscription', id: invoiceId } as const;
  const form = await callApi(app, getPaymentForm, { params });
  assert.equal(form.data.fields.find(({ name }) => name === 'amount')?.value, '250.00');
  const input = { source: 'payfast', externalReference: 'payfast:older', invoiceId } as const;
  await settleInvoice(app.ctx(), { ...input, amountCents: 45_000 });
  assert.deepEqual(await partsOf(invoiceId), [
    [20_000, 0],
    [25_000, 20_000],
  ]);
});

test('one part is undone alone, and all of them together', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId, { amount: 100 });
  await pay(invoiceId, { amount: 350 });
  const [first] = (await rowsOf(app, invoiceId)).payments;
  const body = { reason: 'It bounced' };
  await callApi(app, undoPayment, { params: { id: first?.id ?? '' }, body }, as);
  assert.deepEqual((await membershipOf(app, memberId)).periods, []);
  assert.equal((await read(invoiceId)).balance, 100);
  await callApi(app, undoInvoicePayment, { params: { id: invoiceId }, body }, as);
  assert.equal((await read(invoiceId)).balance, 450);
  assert.deepEqual(await partsOf(invoiceId), []);
});

test('the money of an undone payment can stay as a credit', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, {});
  const body = { reason: 'It was for somebody else', keepAsCredit: true };
  await callApi(app, undoInvoicePayment, { params: { id: invoiceId }, body }, as);
  assert.equal((await read(invoiceId)).balance, 450);
  assert.deepEqual(await partsOf(invoiceId), [[0, 45_000]]);
});

test('voiding an invoice leaves its parts as credits', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, { amount: 100 });
  const body = { reason: 'Moved away' };
  const { data } = await callApi(app, voidInvoice, { params: { id: invoiceId }, body }, as);
  assert.deepEqual([data.state, data.balance], ['void', 0]);
  assert.deepEqual(await partsOf(invoiceId), [[0, 10_000]]);
});

test('an invoice of which a part is paid is not edited', async () => {
  const { invoiceId } = await newMember();
  await app.db.updateTable('invoices').set({ sent_at: null }).where('id', '=', invoiceId).execute();
  await pay(invoiceId, { amount: 100 });
  const edit = updateInvoice(
    app.ctx(),
    invoiceId,
    { paymentType: 'Credit Card' },
    { ifMatch: undefined, payfast: { mode: 'sandbox' } },
  );
  await assert.rejects(edit, { status: 409, message: invoiceAdminTexts.isPartPaid });
});
