import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '#contract/days.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { recordMoney, refundCredit } from '#contract/payments/credits.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { reasons } from './reasons.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
app.clock.set('2027-03-20T08:00:00Z');
const as = { token: await tokenOf(app, adminId) };
const bank = openMatching(app, as.token);
let people = 0;
const owing = () => bank.owing(`money-out-${(people += 1)}@example.org`);

async function paid(paidOn: Day, amount?: number) {
  const member = await owing();
  const params = { id: member.invoiceId };
  const body = { amount: amount ?? member.rand, paidOn, paidBy: 'EFT' as const };
  const reply = await callApi(app, processInvoicePayment, { params, body }, as);
  assert.equal(reply.status, 200, reply.message);
  return member;
}

async function credit(payerName: string, amount: number) {
  const body = { payerName, amount, paidOn: '2027-03-10' };
  return (await callApi(app, recordMoney, { body }, as)).data;
}

const shortOf = async (id: string) =>
  (await bank.read(id)).suggestions.map(({ certainty, parts, why, credits }) => ({
    certainty,
    why,
    parts: parts.map(({ kind, record, payerName }) => [kind, record?.name ?? payerName]),
    credits: credits.map(({ id, payer, amount }) => [payer, amount, id]),
  }));

test('a refund without its record names the credit of the payer in the text, until the refund is recorded', async () => {
  await credit('Nomsa Ndlovu', 100);
  await credit('Vikash Patel', 250);
  await credit('Chantelle Patel', 99);
  const { id } = await credit('Chantelle Patel', 100);
  const line = await bank.line('REFUND C PATEL', -100);
  const why = [reasons.openCredit];
  assert.deepEqual(await shortOf(line), [
    { certainty: 'none', why, parts: [], credits: [['Chantelle Patel', 100, id]] },
  ]);
  // Neither a name nor a reference: the amount alone says nothing of a refund.
  assert.deepEqual(await shortOf(await bank.line('TERUGBETALING', -100)), []);
  const body = { amount: 100, refundedOn: '2027-03-20' };
  await callApi(app, refundCredit, { params: { id }, body }, as);
  const [first, ...others] = await shortOf(line);
  assert.deepEqual(
    [first?.certainty, first?.parts, others],
    ['likely', [['refund', 'Chantelle Patel']], []],
  );
});

test('a refund names the credit of the record whose number is in the text, and of no other one', async () => {
  const { number, rand, invoiceId } = await owing();
  const params = { id: invoiceId };
  const body = { amount: rand + 80, paidOn: '2027-03-10', paidBy: 'EFT' as const };
  assert.equal((await callApi(app, processInvoicePayment, { params, body }, as)).status, 200);
  await credit('Thandi Dlamini', 80);
  const line = await bank.line(`REFUND DLAMINI ${invoiceNumber(number)} EFT`, -80);
  const [payment] = (await rowsOf(app, invoiceId)).payments;
  assert.deepEqual(
    (await shortOf(line)).map(({ credits }) => credits),
    [[['Thandi Dlamini', 80, payment?.id]]],
  );
});

test('a number at the end of the text suggests the payment of its record only, behind many of the same amount', async () => {
  const named = await paid('2027-03-01');
  for (let other = 0; other < 7; other += 1) await paid('2027-03-18');
  const name = invoiceNumber(named.number);
  const line = await bank.line(`RETURNED UNPAID ${name}`, -named.rand);
  const [first, ...others] = await shortOf(line);
  assert.deepEqual([first?.parts, first?.certainty], [[['reversal', name]], 'likely']);
  assert.deepEqual(others, []);
});

test('the line that brought the payment of the number is found behind many of the same amount', async () => {
  const { number, rand, invoiceId, reference } = await owing();
  const others = Array.from({ length: 7 }, (_, at) => ({
    text: `CASH ${at}`,
    rand,
    day: '2027-03-17' as const,
  }));
  const [went = '', came = '', ...cash] = await bank.imported([
    { text: `RETURNED UNPAID ${invoiceNumber(number)}`, rand: -rand, day: '2027-03-18' },
    { text: reference, rand, day: '2027-03-02' },
    ...others,
  ]);
  await bank.book(came, [{ kind: 'invoice', recordId: invoiceId, amount: rand }]);
  for (const id of cash) await bank.book(id, [{ kind: 'credit', amount: rand, payerName: 'Cash' }]);
  assert.deepEqual(
    (await shortOf(went)).map(({ parts }) => parts),
    [[['reversal', invoiceNumber(number)]]],
  );
});

test('a named record whose payment does not fit is said, and no other payment is offered', async () => {
  const [unpaid, part, undone] = [
    await owing(),
    await paid('2027-03-12', 50),
    await paid('2027-03-12'),
  ];
  const { rand } = unpaid;
  for (let other = 0; other < 2; other += 1) await paid('2027-03-18');
  const params = { id: undone.invoiceId };
  await callApi(app, undoInvoicePayment, { params, body: { reason: 'Never came' } }, as);
  const said = async (number: number) =>
    shortOf(await bank.line(`RETURNED UNPAID ${invoiceNumber(number)}`, -rand));
  const only = (why: string) => [{ certainty: 'none', why: [why], parts: [], credits: [] }];
  const label = ({ number }: { number: number }) => invoiceNumber(number);
  assert.deepEqual(await said(unpaid.number), only(reasons.notPaid(label(unpaid))));
  assert.deepEqual(await said(part.number), only(reasons.noPayment(label(part))));
  assert.deepEqual(
    await said(undone.number),
    only(reasons.undoneBefore(label(undone), '2027-03-20')),
  );
  assert.deepEqual(await said(98_765), only(reasons.noPayment('INV-98765')));
});
