import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInvoice, voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { searchBalances } from '#contract/month-end/balances.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import {
  correctPayment,
  undoInvoicePayment,
  undoPayment,
} from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { readCreditsOn } from '#server/features/month-end/figures/read-balances.ts';
import { readMonthFigures } from '#server/features/month-end/figures/month-figures.ts';
import { readStillOpen } from '#server/features/month-end/figures/read-still-open.ts';
import { readOwnCredits } from '#server/features/payments/credits/own-credits.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const { creditTexts: texts } = credits;
const app = await openTestApp();
const { id: adminId } = await naledi(app);
const at = async (day: string) => {
  app.clock.set(`${day}T08:00:00Z`);
  return { token: await tokenOf(app, adminId) };
};
let people = 0;

/** An invoice of R450 and a payment of R490 for it. */
async function overpaid(paidOn: string) {
  const as = await at(paidOn);
  const { invoiceId } = await registered(app, { email: `used-${++people}@example.org` });
  const body = { amount: 490, paidOn };
  const reply = await callApi(app, processInvoicePayment, { params: { id: invoiceId }, body }, as);
  assert.equal(reply.status, 200, reply.message);
  return { invoiceId, id: (await rowsOf(app, invoiceId)).payments[0]?.id ?? '' };
}

async function refund(id: string, amount: number, refundedOn: string) {
  const call = { params: { id }, body: { amount, refundedOn } };
  return callApi(app, credits.refundCredit, call, await at(refundedOn));
}

async function read(id: string, isUsed = false) {
  const as = { token: await tokenOf(app, adminId) };
  const { data } = await callApi(app, credits.searchCredits, { body: { isUsed } }, as);
  return data.results.find((one) => one.id === id);
}

const byId = (id: string, reason = 'A reason') => ({ params: { id }, body: { reason } });
type As = Awaited<ReturnType<typeof at>>;
const undo = (id: string, as: As, body: object = {}) =>
  callApi(app, undoPayment, { params: { id }, body: { reason: 'Bounced', ...body } }, as);
const undoUse = (id: string, as: As) => callApi(app, credits.undoCreditUse, byId(id), as);
const giveUp = (id: string, as: As) => callApi(app, credits.closeCredit, byId(id), as);

test('the line of the bank takes back money whose surplus was refunded in a closed month: the payer owes it', async () => {
  const { invoiceId, id } = await overpaid('2027-02-24');
  assert.equal((await refund(id, 40, '2027-02-26')).status, 200);
  const as = await at('2027-03-05');
  const bank = openMatching(app, as.token);
  const [came = '', back = '', went = ''] = await bank.imported([
    { text: 'DEPOSIT', rand: 490, day: '2027-02-24' },
    { text: 'REFUND', rand: -40, day: '2027-02-26' },
    { text: 'REVERSED', rand: -490, day: '2027-03-03' },
  ]);
  const [use] = (await read(id, true))?.uses ?? [];
  await bank.book(came, [{ kind: 'recorded', targetId: id, amount: 490 }]);
  await bank.book(back, [{ kind: 'refund', targetId: use?.id ?? '', amount: 40 }]);
  assert.equal((await callApi(app, closeMonth, { body: { month: '2027-02' } }, as)).status, 200);
  const part = { kind: 'reversal', targetId: id, amount: 490, reason: 'Returned' } as const;
  const booked = await bank.book(went, [part]);
  assert.equal(booked.status, 200, booked.message);

  assert.equal((await rowsOf(app, invoiceId)).invoice.payment_id, null);
  const { amount, owed, hasGoneBack } = (await read(id)) ?? {};
  assert.deepEqual([amount, owed, hasGoneBack], [0, 40, true]);
  const { data } = await callApi(app, searchBalances, { body: { kind: 'creditor' } }, as);
  assert.deepEqual(
    [data.creditors, data.results.map((row) => [row.kind, row.amount])],
    [-40, [['returned', -40]]],
  );
  assert.equal(await readCreditsOn(app.db, '2027-02-28'), 0);
  assert.deepEqual(await readStillOpen(app.db, '2027-03-31'), [
    { kind: 'returned', count: 1, amount: 40 },
  ]);
  await assertBooksAgree(app, ['2027-02', '2027-03']);

  const [reversal] = (await bank.read(went)).matches;
  const refused = await bank.undo(reversal?.id ?? '');
  assert.deepEqual([refused.status, refused.message], [409, texts.usedFirst(40)]);
  const undone = { reversed_at: app.clock.now(), reversed_by: adminId, reversed_reason: 'x' };
  const unrefused = app.db.updateTable('bank_matches').set(undone);
  await assert.rejects(unrefused.where('id', '=', reversal?.id ?? '').execute(), {
    constraint: 'payments_used_stays',
  });
  assert.equal((await undoUse(use?.id ?? '', as)).status, 200);
  assert.equal(await read(id), undefined);
  await assertBooksAgree(app, ['2027-02', '2027-03']);
  assert.equal((await bank.undo(reversal?.id ?? '')).status, 200);
  await assertBooksAgree(app, ['2027-02', '2027-03']);
});

test('what is owed of a payment that went back on a day is given up: the organisation bears it', async () => {
  const { id } = await overpaid('2027-03-08');
  await refund(id, 30, '2027-03-09');
  const as = await at('2027-03-12');
  const kept = async () => {
    const { movements } = await readMonthFigures(app.db, '2027-03');
    return movements.reduce((sum, { other }) => sum + other, 0);
  };
  const before = await kept();
  const returned = await undo(id, as, { returnedOn: '2027-03-08' });
  assert.equal(returned.status, 200, returned.message);
  // Only what was refunded. The rest of the credit went back.
  assert.equal((await read(id))?.owed, 30);
  assert.equal((await refund(id, 5, '2027-03-12')).message, texts.left(0));
  await assertBooksAgree(app, ['2027-03']);

  const outcomes = await concurrently(20, () => giveUp(id, as));
  assert.ok(outcomes.every((one) => one.status === 'fulfilled' && one.value.status === 200));
  assert.equal(await read(id), undefined);
  const { owed, uses = [] } = (await read(id, true)) ?? {};
  assert.deepEqual(
    [owed, uses.map(({ kind, amount }) => [kind, amount])],
    [
      0,
      [
        ['refund', 30],
        ['given-up', 30],
      ],
    ],
  );
  assert.equal((await kept()) - before, -3000);
  await assertBooksAgree(app, ['2027-03']);

  const [first, last] = uses;
  const refused = await undoUse(first?.id ?? '', as);
  assert.deepEqual([refused.status, refused.message], [409, texts.givenUpFirst]);
  assert.equal((await undoUse(last?.id ?? '', as)).status, 200);
  assert.equal((await read(id))?.owed, 30);
  assert.equal((await undoUse(first?.id ?? '', as)).status, 200);
  assert.equal(await read(id), undefined);
  assert.equal(await kept(), before);
  await assertBooksAgree(app, ['2027-03']);
});

test('an invoice that was paid from the credit stays paid until its payment is undone there', async () => {
  const { id } = await overpaid('2027-03-13');
  const as = await at('2027-03-14');
  const { invoiceId } = await registered(app, { email: `used-${++people}@example.org` });
  const call = { params: { id }, body: { invoiceId, amount: 40 } };
  assert.equal((await callApi(app, credits.carryCredit, call, as)).status, 200);
  assert.equal((await undo(id, as, { returnedOn: '2027-03-14' })).status, 200);
  assert.equal((await read(id))?.owed, 40);
  assert.equal((await rowsOf(app, invoiceId)).invoice.paid_cents, 4000);
  await assertBooksAgree(app, ['2027-03']);
  await giveUp(id, as);
  const undoThere = () => callApi(app, undoInvoicePayment, byId(invoiceId), as);
  const refused = await undoThere();
  assert.deepEqual([refused.status, refused.message], [409, texts.givenUpFirst]);
  const use = (await read(id, true))?.uses.find(({ kind }) => kind === 'given-up');
  await undoUse(use?.id ?? '', as);
  assert.equal((await undoThere()).status, 200);
  assert.equal(await read(id), undefined);
  await assertBooksAgree(app, ['2027-03']);
});

test('twenty at a time, a refund and the undo of a mistake are never both recorded', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id } = await overpaid('2027-03-16');
    const as = await at('2027-03-16');
    await concurrently<unknown>(20, (n) =>
      n % 2 === 0 ? refund(id, 2, '2027-03-16') : undo(id, as),
    );
    const { reversed_at, used_cents } = await app.db
      .selectFrom('payments')
      .select(['reversed_at', 'used_cents'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(reversed_at === null, used_cents > 0);
  }
  await assertBooksAgree(app, ['2027-03']);
});

test('a credit of a void invoice ends when its own money goes back, before the voiding or after it', async () => {
  for (const isVoidFirst of [true, false]) {
    const { id } = await overpaid('2027-03-18');
    const as = await at('2027-03-19');
    const { invoiceId } = await registered(app, { email: `used-${++people}@example.org` });
    const carry = { params: { id }, body: { invoiceId, amount: 40 } };
    assert.equal((await callApi(app, credits.carryCredit, carry, as)).status, 200);
    const steps = [
      () => callApi(app, voidInvoice, byId(invoiceId), as),
      () => undo(id, as, { returnedOn: '2027-03-19' }),
    ];
    for (const step of isVoidFirst ? steps : steps.toReversed())
      assert.equal((await step()).status, 200);
    const [carried] = (await rowsOf(app, invoiceId)).payments;
    assert.equal(carried?.credit_cents, 0, 'a credit without money');
    assert.equal(await read(id), undefined, 'nothing was used, so nothing is owed');
    await assertBooksAgree(app, ['2027-03']);
  }
});

test('what is left of a credit whose money went back is not used until what is owed of it is given up', async () => {
  const { id } = await overpaid('2027-03-18');
  const as = await at('2027-03-19');
  const email = `used-${++people}@example.org`;
  const { invoiceId, memberId } = await registered(app, { email });
  const line = { memberId, amount: 25, line: 'Shirts', paymentType: 'EFT' as const };
  const carry = (from: string, to: string, amount: number) =>
    callApi(
      app,
      credits.carryCredit,
      { params: { id: from }, body: { invoiceId: to, amount } },
      as,
    );
  assert.equal((await carry(id, invoiceId, 40)).status, 200);
  assert.equal((await callApi(app, voidInvoice, byId(invoiceId), as)).status, 200);
  const [carried] = (await rowsOf(app, invoiceId)).payments;
  const left = carried?.id ?? '';
  const second = await callApi(app, createInvoice, { body: line }, as);
  assert.equal((await carry(left, second.data.id, 25)).status, 200);
  const byCheque = { paidOn: '2027-03-18', paidBy: 'Cheque' as const, reason: 'A cheque' };
  const correction = { params: { id }, body: byCheque };
  assert.equal((await callApi(app, correctPayment, correction, as)).status, 200);
  for (const record of [invoiceId, second.data.id])
    assert.equal(
      (await rowsOf(app, record)).payments[0]?.method,
      'Cheque',
      'what became of it, too',
    );
  assert.equal((await undo(id, as, { returnedOn: '2027-03-19' })).status, 200);
  assert.deepEqual([(await read(id))?.owed, (await read(left))?.amount], [40, 15]);

  const number = (await read(id))?.recordName ?? '';
  const refused = await refund(left, 15, '2027-03-19');
  assert.deepEqual([refused.status, refused.message], [409, texts.withoutMoney(number, 40)]);
  assert.equal((await giveUp(left, as)).status, 409);
  // A new invoice is not paid from it by itself.
  const third = await callApi(app, createInvoice, { body: line }, as);
  assert.equal((await carry(left, third.data.id, 15)).status, 409);
  assert.deepEqual(await readOwnCredits(app.db, memberId), []);

  assert.equal((await read(left))?.money, 'owed');
  assert.equal((await giveUp(id, as)).status, 200);
  assert.equal((await read(left))?.money, 'wentBack');
  // Only a person uses it now, because the payer may have paid again.
  assert.deepEqual(await readOwnCredits(app.db, memberId), []);
  assert.equal((await giveUp(left, as)).status, 200);
  await assertBooksAgree(app, ['2027-03']);
});

test('what was kept of a payment that went back is owed by nobody', async () => {
  const { id } = await overpaid('2027-03-20');
  const as = await at('2027-03-21');
  // Dealt with: the payer wants nothing back.
  assert.equal((await giveUp(id, as)).status, 200);
  const kept = async () =>
    (await readMonthFigures(app.db, '2027-03')).movements.reduce(
      (sum, { other }) => sum + other,
      0,
    );
  const owedByUs = async () => {
    const { data } = await callApi(app, searchBalances, { body: { kind: 'creditor' } }, as);
    return data.creditors;
  };
  const before = { kept: await kept(), owedByUs: await owedByUs() };
  assert.equal((await undo(id, as, { returnedOn: '2027-03-21' })).status, 200);
  assert.equal(await read(id), undefined);
  assert.equal((await kept()) - before.kept, -4000);
  assert.equal(await owedByUs(), before.owedByUs);
  await assertBooksAgree(app, ['2027-03']);
});
