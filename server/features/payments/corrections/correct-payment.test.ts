import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addDays } from '#contract/calendar.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { getInvoice, processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import {
  correctPayment,
  paymentAdminTexts as texts,
  undoPayment,
} from '#contract/payments/admin-endpoints.ts';
import { recordMoney, refundCredit } from '#contract/payments/credits.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import { readPosted } from '#server/features/ledger/posted.ts';
import { readMonthFigures } from '#server/features/month-end/figures/month-figures.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { readJournal } from '#server/features/month-end/journal/read-journal.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { membershipOf, rowsOf } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { movementsOf } from '#test/support/histories/movements.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { settleInvoice } from '#test/support/books/settle.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
let people = 0;
const accounts = { made: 0 };

const at = async (day: string) => {
  app.clock.set(`${day}T08:00:00Z`);
  return { token: await tokenOf(app, adminId) };
};

async function paid(paidOn: string, body: object = {}) {
  await at(addDays(paidOn, -2));
  const { invoiceId, memberId } = await registered(app, {
    email: `correct-${++people}@example.org`,
  });
  const as = await at(paidOn);
  const details = { amount: 450, paidOn, paidBy: 'Cash' as const, ...body };
  const reply = await callApi(
    app,
    processInvoicePayment,
    { params: { id: invoiceId }, body: details },
    as,
  );
  assert.equal(reply.status, 200, reply.message);
  return { memberId, invoiceId, id: (await rowsOf(app, invoiceId)).payments[0]?.id ?? '' };
}

const reason = 'Typed in wrongly';
const correct = async (id: string, body: Omit<BodyOf<typeof correctPayment>, 'reason'>) =>
  callApi(
    app,
    correctPayment,
    { params: { id }, body: { reason, ...body } },
    { token: await tokenOf(app, adminId) },
  );

async function postedOf(id: string) {
  const sums = await readPosted(app.ctx(), [id]);
  return sums
    .map(({ day, account, cents }) => [day, account, cents])
    .toSorted(([, , one = 0], [, , other = 0]) => Number(other) - Number(one));
}

const figuresOf = async (month: string) => JSON.stringify(await readMonthFigures(app.db, month));

test('method, day and reference of a payment are corrected, and its money moves in the books', async () => {
  const { id, invoiceId, memberId } = await paid('2027-03-03');
  const before = await rowsOf(app, invoiceId);
  const membership = await membershipOf(app, memberId);
  assert.equal(
    (
      await correct(id, {
        paidOn: '2027-03-01',
        paidBy: 'Card Machine',
        bankReference: 'Slip 4711',
      })
    ).status,
    200,
  );
  const { payments, invoice, mails } = await rowsOf(app, invoiceId);
  assert.deepEqual(payments, [
    {
      ...before.payments[0],
      paid_on: '2027-03-01',
      method: 'Card Machine',
      bank_reference: 'Slip 4711',
    },
  ]);
  assert.deepEqual([invoice, mails], [before.invoice, before.mails]);
  assert.deepEqual(await membershipOf(app, memberId), membership);
  assert.deepEqual(await postedOf(id), [
    ['2027-03-01', 'cardMachine', 45_000],
    ['2027-03-01', 'membership', -45_000],
  ]);
  const token = await tokenOf(app, adminId);
  const { data } = await callApi(app, getInvoice, { params: { id: invoiceId } }, { token });
  assert.ok('bankReference' in data);
  assert.deepEqual(
    [data.paidOn, data.paidBy, data.bankReference],
    ['2027-03-01', 'Card Machine', 'Slip 4711'],
  );
  const entry = await app.db
    .selectFrom('audit_entries')
    .select(['subject_kind', 'before', 'after'])
    .where('action', '=', 'correctPayment')
    .where('subject_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(entry, {
    subject_kind: 'invoice',
    before: { paidOn: '2027-03-03', paidBy: 'Cash', bankReference: null },
    after: {
      paymentId: id,
      amount: 450,
      paidOn: '2027-03-01',
      paidBy: 'Card Machine',
      bankReference: 'Slip 4711',
      reason,
    },
  });
  await assertBooksAgree(app);
});

test('what was paid back by Card Machine stays a payment by Card Machine', async () => {
  const { id } = await paid('2027-03-03', { paidBy: 'Card Machine' });
  const token = await tokenOf(app, adminId);
  const keep = { params: { id }, body: { reason, keepAsCredit: true } };
  assert.equal((await callApi(app, undoPayment, keep, { token })).status, 200);
  const back = {
    amount: 50,
    refundedOn: '2027-03-03',
    refundedBy: 'Card Machine' as const,
    reason,
  };
  const refund = await callApi(app, refundCredit, { params: { id }, body: back }, { token });
  assert.equal(refund.status, 200, refund.message);
  const refused = await correct(id, { paidOn: '2027-03-03', paidBy: 'Cash' });
  assert.deepEqual(
    [refused.status, refused.errors],
    [400, [{ field: 'paidBy', message: texts.correctedRefunded('Card Machine') }]],
  );
  const moved = await correct(id, { paidOn: '2027-03-02', paidBy: 'Card Machine' });
  assert.equal(moved.status, 200, moved.message);
  await assertBooksAgree(app);
});

test('money that is kept twice is kept once', async () => {
  const { id } = await paid('2027-03-03');
  const keep = async () =>
    callApi(
      app,
      undoPayment,
      { params: { id }, body: { reason, keepAsCredit: true } },
      { token: await tokenOf(app, adminId) },
    );
  assert.equal((await keep()).status, 200);
  const posted = await postedOf(id);
  assert.deepEqual(posted, [
    ['2027-03-03', 'cash', 45_000],
    ['2027-03-03', 'credits', -45_000],
  ]);
  assert.equal((await keep()).status, 200);
  assert.deepEqual(await postedOf(id), posted);
  await assertBooksAgree(app);
});

test('the same correction again changes nothing, and twenty at once are one', async () => {
  const { id, invoiceId } = await paid('2027-03-04');
  const body = { paidOn: '2027-03-04', paidBy: 'EFT' as const };
  const outcomes = await concurrently(20, () => correct(id, body));
  assert.ok(outcomes.every((one) => one.status === 'fulfilled' && one.value.status === 200));
  await correct(id, body);
  assert.deepEqual(
    (await movementsOf(app, id)).map(({ kind, income }) => [kind, income]),
    [
      ['received', 45_000],
      ['undone', -45_000],
      ['received', 45_000],
    ],
  );
  const { length } = await app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('action', '=', 'correctPayment')
    .where('subject_id', '=', invoiceId)
    .execute();
  assert.equal(length, 1);
  // Two different ones: the later one counts, and the books follow it.
  await concurrently(20, (n) =>
    correct(id, { ...body, paidBy: n % 2 === 0 ? 'Cheque' : 'SnapScan' }),
  );
  const [payment] = (await rowsOf(app, invoiceId)).payments;
  const account = payment?.method === 'Cheque' ? 'cheque' : 'snapScan';
  assert.deepEqual(
    (await postedOf(id)).map(([, name]) => name),
    [account, 'membership'],
  );
  await assertBooksAgree(app);
});

test('a reference alone is corrected without an entry', async () => {
  const { id, invoiceId } = await paid('2027-03-05', { bankReference: 'Old' });
  await correct(id, { paidOn: '2027-03-05', paidBy: 'Cash', bankReference: '' });
  assert.equal((await rowsOf(app, invoiceId)).payments[0]?.bank_reference, null);
  assert.equal((await movementsOf(app, id)).length, 1);
});

test('an invoice in parts is paid on the day of its latest part', async () => {
  const { id, invoiceId } = await paid('2027-03-06', { amount: 200 });
  const as = await at('2027-03-08');
  const rest = { params: { id: invoiceId }, body: { amount: 250, paidOn: '2027-03-07' } };
  assert.equal((await callApi(app, processInvoicePayment, rest, as)).data.isPaid, true);
  await correct(id, { paidOn: '2027-03-08', paidBy: 'Cash' });
  assert.equal((await rowsOf(app, invoiceId)).invoice.payment_id, id);
  await assertBooksAgree(app);
});

test('a closed month stays as it is: the correction is booked on the first open day', async () => {
  const { id } = await paid('2027-03-30');
  const other = await paid('2027-03-30');
  const as = await at('2027-04-02');
  assert.equal((await callApi(app, closeMonth, { body: { month: '2027-03' } }, as)).status, 200);
  const [closed, journal] = [
    (await readPeriod(app.ctx(), '2027-03')).sections,
    await readJournal(app.db, [await readMonthFigures(app.db, '2027-03')]),
  ];
  assert.equal((await correct(id, { paidOn: '2027-03-29', paidBy: 'EFT' })).status, 200);
  await correct(other.id, { paidOn: '2027-04-01', paidBy: 'Cash' });
  assert.deepEqual((await readPeriod(app.ctx(), '2027-03')).sections, closed);
  assert.deepEqual(await readJournal(app.db, [await readMonthFigures(app.db, '2027-03')]), journal);
  const booked = async (of: string) =>
    (await movementsOf(app, of)).map(({ kind, day, booked_on, income }) => [
      kind,
      day,
      booked_on,
      income,
    ]);
  assert.deepEqual(await booked(id), [
    ['received', '2027-03-30', '2027-03-30', 45_000],
    ['undone', '2027-03-30', '2027-04-01', -45_000],
    ['received', '2027-03-29', '2027-04-01', 45_000],
  ]);
  assert.deepEqual((await booked(other.id)).slice(1), [
    ['undone', '2027-03-30', '2027-04-01', -45_000],
    ['received', '2027-04-01', '2027-04-01', 45_000],
  ]);
  // April: the cash of both went, EFT and cash of one came.
  const { sections } = await readPeriod(app.ctx(), '2027-04');
  const lines = sections.find(({ title }) => title === 'Money')?.lines ?? [];
  assert.deepEqual(
    lines.flatMap(({ label, amount }) => (amount === 0 ? [] : [[label, amount]])),
    [
      ['Cash', -450],
      ['EFT', 450],
      ['of it undone payments', -900],
    ],
  );
  await assertBooksAgree(app, ['2027-04']);
});

test('money of Wise that was cash is in the figures of each way', async () => {
  const { id } = await paid('2027-04-03', { paidBy: 'Wise' });
  await correct(id, { paidOn: '2027-04-03', paidBy: 'Debit Order' });
  assert.deepEqual(
    (await postedOf(id)).map(([, account]) => account),
    ['debitOrder', 'membership'],
  );
  const { movements } = await readMonthFigures(app.db, '2027-04');
  const of = (method: string) =>
    movements.filter((row) => row.method === method).reduce((sum, { money }) => sum + money, 0);
  assert.equal(of('Debit Order'), 45_000);
  await assertBooksAgree(app);
});

test('a corrected payment can be undone, and a credit of it is where its money is', async () => {
  const { id, invoiceId } = await paid('2027-04-05', { amount: 500 });
  await correct(id, { paidOn: '2027-04-04', paidBy: 'EFT' });
  assert.deepEqual(await postedOf(id), [
    ['2027-04-04', 'bank', 50_000],
    ['2027-04-04', 'credits', -5000],
    ['2027-04-04', 'membership', -45_000],
  ]);
  const as = await at('2027-04-06');
  const undone = { params: { id }, body: { reason } };
  assert.equal((await callApi(app, undoPayment, undone, as)).status, 200);
  assert.deepEqual(await postedOf(id), []);
  const reply = await correct(id, { paidOn: '2027-04-03', paidBy: 'EFT' });
  assert.deepEqual([reply.status, reply.message], [409, texts.correctedUndone]);
  assert.equal((await rowsOf(app, invoiceId)).payments[0]?.method, 'EFT');
  await assertBooksAgree(app);
});

test('the day is not in the future, and not after what became of the money', async () => {
  const as = await at('2027-04-08');
  const money = { payerName: 'Sipho', amount: 100, paidBy: 'Cash' as const };
  const { data } = await callApi(app, recordMoney, { body: money }, as);
  const late = await correct(data.id, { paidOn: '2027-04-09', paidBy: 'Cash' });
  assert.deepEqual([late.status, late.message], [400, paymentTexts.paidInFuture]);
  const refund = { params: { id: data.id }, body: { amount: 60, refundedOn: '2027-04-08' } };
  assert.equal((await callApi(app, refundCredit, refund, as)).status, 200);
  await at('2027-04-10');
  const after = await correct(data.id, { paidOn: '2027-04-09', paidBy: 'Cash' });
  assert.deepEqual([after.status, after.message], [400, texts.correctedTooLate('2027-04-08')]);
  assert.equal((await correct(data.id, { paidOn: '2027-04-07', paidBy: 'Cheque' })).status, 200);
  assert.deepEqual(await postedOf(data.id), [
    ['2027-04-07', 'cheque', 10_000],
    ['2027-04-07', 'credits', -10_000],
  ]);
  await assertBooksAgree(app);
});

test('what PayFast reported, and the day of a statement, are not corrected', async () => {
  await at('2027-04-12');
  const byCard = await registered(app, { email: `correct-${++people}@example.org` });
  await settleInvoice(app.ctx(), {
    invoiceId: byCard.invoiceId,
    source: 'payfast',
    externalReference: 'payfast:4711',
  });
  const [card] = (await rowsOf(app, byCard.invoiceId)).payments;
  const body = { paidOn: '2027-04-11', paidBy: 'EFT' as const };
  const refused = await correct(card?.id ?? '', body);
  assert.deepEqual([refused.status, refused.message], [409, texts.correctedByCard]);

  const bank = openMatching(app, await tokenOf(app, adminId), accounts);
  const { invoiceId, rand, reference } = await bank.owing('statement@example.org');
  const line = await bank.line(reference, rand, '2027-04-12');
  await bank.book(line, [
    { kind: 'invoice', recordId: invoiceId, amount: rand, seenBalance: rand },
  ]);
  const [payment] = (await rowsOf(app, invoiceId)).payments;
  const id = payment?.id ?? '';
  for (const wrong of [body, { ...body, paidOn: '2027-04-12', paidBy: 'Cash' as const }]) {
    const reply = await correct(id, wrong);
    assert.deepEqual([reply.status, reply.message], [409, texts.correctedByLine]);
  }
  const onlyReference = { ...body, paidOn: '2027-04-12', bankReference: 'Smith' };
  assert.equal((await correct(id, onlyReference)).status, 200);
  assert.equal((await rowsOf(app, invoiceId)).payments[0]?.bank_reference, 'Smith');
  assert.equal((await correct(randomUUID(), body)).status, 404);
  await assertBooksAgree(app);
});

test('a method is corrected once the line that settled it was undone', async () => {
  for (const [from, to] of [
    ['SnapScan', 'Cash'],
    ['Card Machine', 'Wise'],
    ['Cheque', 'EFT'],
    ['Cash', 'SnapScan'],
  ] as const) {
    const { id } = await paid('2027-04-12', { paidBy: from });
    const bank = openMatching(app, await tokenOf(app, adminId), accounts);
    const line = await bank.line(from, 450, '2027-04-12');
    const booked = await bank.book(line, [{ kind: 'recorded', targetId: id, amount: 450 }]);
    assert.equal(booked.status, 200, booked.message);
    for (const match of (await bank.read(line)).matches) await bank.undo(match.id);
    assert.equal((await correct(id, { paidOn: '2027-04-12', paidBy: to })).status, 200);
    await assertBooksAgree(app, ['2027-04'], `${from} to ${to}`);
  }
});

test('a payment that was reported elsewhere is corrected without an entry', async () => {
  await at('2027-04-14');
  const { invoiceId } = await registered(app, { email: `correct-${++people}@example.org` });
  await settleInvoice(app.ctx(), {
    invoiceId,
    source: 'administrator',
    paidOn: '2027-04-13',
    reportedElsewhere: true,
  });
  const [payment] = (await rowsOf(app, invoiceId)).payments;
  const id = payment?.id ?? '';
  const figures = await figuresOf('2027-04');
  assert.equal((await correct(id, { paidOn: '2027-04-12', paidBy: 'Cash' })).status, 200);
  assert.deepEqual(await postedOf(id), []);
  assert.equal(await figuresOf('2027-04'), figures);
});
