import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputOf } from '#contract/endpoint.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { readDonation } from '#server/features/donations/queries.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { membershipOf, rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;

const newMember = () => registered(app, { email: `uses-${++people}@example.org` });
const invoiceOf = (id: string) => readInvoice(app.db, id);
const pay = (id: string, amount: number, paidOn?: string) =>
  callApi(app, processInvoicePayment, { params: { id }, body: { amount, paidOn } }, as);

/** An invoice that was paid with R100 too much; answers the payment. */
async function overpaid() {
  const member = await newMember();
  await pay(member.invoiceId, 550, '2027-03-02');
  const id = (await rowsOf(app, member.invoiceId)).payments[0]?.id ?? '';
  return { ...member, id };
}

const read = async (id: string) => {
  const body = { pageSize: 100 };
  const open = await callApi(app, credits.searchCredits, { body }, as);
  const used = await callApi(app, credits.searchCredits, { body: { ...body, isUsed: true } }, as);
  return [...open.data.results, ...used.data.results].find((credit) => credit.id === id);
};
const refund = (id: string, amount: number, refundedOn = '2027-03-10') =>
  callApi(
    app,
    credits.refundCredit,
    { params: { id }, body: { amount, refundedOn, reference: 'FNB 77' } },
    as,
  );
const carry = (id: string, invoiceId: string, amount: number) =>
  callApi(app, credits.carryCredit, { params: { id }, body: { invoiceId, amount } }, as);
type Gift = InputOf<typeof credits.donateCredit>['body'];
const gift: Gift = { amount: 100, firstName: 'Thandi', lastName: 'D', email: 'gift@example.org' };
const donate = (id: string, body = gift) =>
  callApi(app, credits.donateCredit, { params: { id }, body }, as);
const undoUse = (id: string) =>
  callApi(app, credits.undoCreditUse, { params: { id }, body: { reason: 'A mistake' } }, as);

test('a credit is refunded in parts, with day and reference, and never above what is left', async () => {
  const { id } = await overpaid();
  const tooMuch = await refund(id, 100.01);
  assert.deepEqual(
    [tooMuch.status, tooMuch.errors],
    [400, [{ field: 'amount', message: credits.creditTexts.left(100) }]],
  );
  assert.equal((await refund(id, 60)).status, 200);
  assert.equal((await read(id))?.amount, 40);
  assert.equal((await refund(id, 40)).status, 200);
  const used = (await read(id))?.uses.toSorted((one, two) => two.amount - one.amount);
  assert.deepEqual(
    used?.map(({ kind, amount, usedOn, reference, recordedBy }) => [
      kind,
      amount,
      usedOn,
      reference,
      recordedBy,
    ]),
    [
      ['refund', 60, '2027-03-10', 'FNB 77', 'Naledi Khumalo'],
      ['refund', 40, '2027-03-10', 'FNB 77', 'Naledi Khumalo'],
    ],
  );
  const none = await refund(id, 1);
  assert.deepEqual([none.status, none.message], [409, credits.creditTexts.left(0)]);
});

test('a refund of tomorrow is refused at its field', async () => {
  const { id } = await overpaid();
  const { status, errors } = await refund(id, 10, '2027-03-11');
  assert.deepEqual([status, errors.map(({ field }) => field)], [400, ['refundedOn']]);
});

test('a refund of a day before the money came is refused at its field', async () => {
  const { id } = await overpaid();
  const { status, errors } = await refund(id, 10, '2027-03-01');
  const message = credits.creditTexts.usedBefore('2027-03-02');
  assert.deepEqual([status, errors], [400, [{ field: 'refundedOn', message }]]);
  assert.equal((await refund(id, 10, '2027-03-02')).status, 200);
});

test('of several refunds any one can be undone, also while something is left', async () => {
  const { id } = await overpaid();
  await refund(id, 60);
  await refund(id, 10);
  const first = (await read(id))?.uses.find(({ amount }) => amount === 60);
  assert.equal((await undoUse(first?.id ?? '')).status, 200);
  assert.equal((await read(id))?.amount, 90);
});

test('twenty concurrent refunds pay back no more than the credit', async () => {
  const { id } = await overpaid();
  const outcomes = await concurrently(20, () => refund(id, 30));
  const done = outcomes.filter((it) => it.status === 'fulfilled' && it.value.status === 200);
  assert.equal(done.length, 3);
  assert.equal((await read(id))?.amount, 10);
});

test('a refund that was recorded by mistake is undone, and a payment with one is not', async () => {
  const { id, invoiceId } = await overpaid();
  await refund(id, 100);
  const body = { reason: 'It bounced' };
  const refused = await callApi(app, undoPayment, { params: { id }, body }, as);
  assert.deepEqual([refused.status, refused.message], [409, credits.creditTexts.usedFirst(100)]);
  const [use] = (await read(id))?.uses ?? [];
  await undoUse(use?.id ?? '');
  await undoUse(use?.id ?? '');
  assert.equal((await read(id))?.amount, 100);
  assert.equal((await callApi(app, undoPayment, { params: { id }, body }, as)).status, 200);
  assert.equal((await invoiceOf(invoiceId)).balance, 450);
  assert.equal(await read(id), undefined);
});

test('a credit pays another invoice from the day of the money, and an undone one is a credit again', async () => {
  const { id } = await overpaid();
  const member = await newMember();
  const wrong = await carry(id, member.invoiceId, 500);
  assert.equal(wrong.status, 400);
  assert.equal((await carry(id, member.invoiceId, 100)).status, 200);
  assert.equal((await invoiceOf(member.invoiceId)).balance, 350);
  await pay(member.invoiceId, 350);
  const paid = await invoiceOf(member.invoiceId);
  // Not from before the invoice was issued.
  assert.deepEqual([paid.isPaid, paid.paidOn], [true, '2027-03-10']);
  const { payments } = await rowsOf(app, member.invoiceId);
  const carried = payments.find(({ source }) => source === 'credit');
  const [use] = (await read(id))?.uses ?? [];
  assert.deepEqual([use?.kind, use?.recordName], ['invoice', paid.invoiceNumber]);
  const atRecord = await undoUse(use?.id ?? '');
  assert.deepEqual([atRecord.status, atRecord.message], [409, credits.creditTexts.undoAtRecord]);
  const params = { id: carried?.id ?? '' };
  await callApi(app, undoPayment, { params, body: { reason: 'A mistake' } }, as);
  assert.equal((await read(id))?.amount, 100);
  assert.deepEqual((await membershipOf(app, member.memberId)).periods, []);
});

test('a paid invoice takes no credit', async () => {
  const { id, invoiceId } = await overpaid();
  const { status } = await carry(id, invoiceId, 10);
  assert.equal(status, 409);
});

test('a credit becomes a received donation, and the donor is thanked', async () => {
  const { id } = await overpaid();
  const { data } = await donate(id);
  const donation = await readDonation(app.db, data.donationId);
  const { isReceived, amount, reference, receivedOn, paymentSource } = donation;
  assert.deepEqual(
    [isReceived, amount, reference, receivedOn, paymentSource],
    [true, 100, data.reference, '2027-03-10', 'credit'],
  );
  const mails = await app.db
    .selectFrom('mails')
    .select('kind')
    .where('to_email', '=', gift.email)
    .execute();
  assert.deepEqual(mails, [{ kind: 'donation-thanks' }]);
  assert.equal((await read(id))?.amount, 0);
});

test('twenty concurrent uses of all kinds never come to more than the credit', async () => {
  const { id } = await overpaid();
  const { invoiceId } = await newMember();
  const steps = [
    () => refund(id, 20),
    () => carry(id, invoiceId, 20),
    () => donate(id, { ...gift, amount: 20 }),
  ];
  const outcomes = await concurrently<{ status: number }>(20, (n) => steps[n % 3]!());
  const done = outcomes.filter((it) => it.status === 'fulfilled' && it.value.status === 200);
  assert.equal(done.length, 5);
  const left = await read(id);
  assert.deepEqual([left?.amount, left?.uses.length], [0, 5]);
});

test('money without an invoice or a donation is a credit of who sent it', async () => {
  const body = { payerName: 'J Smit', amount: 120, bankReference: 'SMIT J', paidOn: '2027-03-01' };
  const { status, data } = await callApi(app, credits.recordMoney, { body }, as);
  assert.equal(status, 201);
  const { kind, recordId, recordName, payer, amount, method, paidOn } = data;
  assert.deepEqual(
    [kind, recordId, recordName, payer, amount, method, paidOn],
    [null, null, '', 'J Smit', 120, 'EFT', '2027-03-01'],
  );
  const { invoiceId } = await newMember();
  assert.equal((await carry(data.id, invoiceId, 120)).status, 200);
  assert.equal((await invoiceOf(invoiceId)).balance, 330);
});

test('money that never came is undone', async () => {
  const body = { payerName: 'J Smit', amount: 120 };
  const { data } = await callApi(app, credits.recordMoney, { body }, as);
  const undo = { params: { id: data.id }, body: { reason: 'Recorded twice' } };
  assert.equal((await callApi(app, undoPayment, undo, as)).status, 200);
  assert.equal(await read(data.id), undefined);
});
