import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchBalances } from '#contract/month-end/balances.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { recordMoney, refundCredit } from '#contract/payments/credits.ts';
import { writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { readMemberStatement } from './read-statement.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
async function on(day: string) {
  app.clock.set(`${day}T08:00:00Z`);
  const token = await tokenOf(app, adminId);
  return { ...openMatching(app, token), as: { token } };
}
const rowsOf = async (id: string) =>
  ((await readMemberStatement(app.ctx(), id)).rows ?? []).map(({ what, cents }) => [what, cents]);

test('money that the bank brings with the reference of a written-off invoice is a credit of its member', async () => {
  const march = await on('2027-03-10');
  const thandi = await march.owing('thandi@example.org');
  const sipho = await march.owing('sipho@example.org', { firstName: 'Sipho' });
  const writeOff = { params: { id: thandi.invoiceId }, body: { amount: 450, reason: 'Moved' } };
  assert.equal((await callApi(app, writeOffInvoice, writeOff, march.as)).status, 200);
  const april = await on('2027-04-02');
  const closed = await callApi(app, closeMonth, { body: { month: '2027-03' } }, april.as);
  assert.equal(closed.status, 200, closed.message);
  const line = await april.line(`THANDI DLAMINI ${thandi.reference}`, 450, '2027-04-01');
  assert.equal((await april.bookFirst(line)).status, 200);
  const { data } = await callApi(app, searchBalances, { body: { text: 'thandi' } }, april.as);
  assert.deepEqual(
    data.results.map(({ kind, amount }) => [kind, amount]),
    [['creditor', 450]],
  );
  const written = [
    ['issued', 45_000],
    ['voided', -45_000],
  ];
  assert.deepEqual(await rowsOf(thandi.memberId), [...written, ['received', -45_000]]);
  const { paymentId } = (await april.read(line)).matches[0] ?? {};
  const refund = {
    params: { id: paymentId ?? '' },
    body: { amount: 450, refundedOn: '2027-04-02' },
  };
  await callApi(app, refundCredit, refund, april.as);
  assert.deepEqual(await rowsOf(thandi.memberId), [
    ...written,
    ['received', -45_000],
    ['refunded', 45_000],
  ]);
  assert.deepEqual(await rowsOf(sipho.memberId), [['issued', 45_000]]);
});

test('money by hand with a reference is of its member, and without its check letter of nobody', async () => {
  const { as, ...april } = await on('2027-04-03');
  const { memberId, reference } = await april.owing('nomsa@example.org');
  const money = { payerName: 'N', amount: 80, paidOn: '2027-04-03', paidBy: 'EFT' as const };
  for (const bankReference of [reference.slice(0, -2), `PAID ${reference.replaceAll('-', '')}`]) {
    await callApi(app, recordMoney, { body: { ...money, bankReference } }, as);
  }
  assert.deepEqual(await rowsOf(memberId), [
    ['issued', 45_000],
    ['received', -8000],
  ]);
});
