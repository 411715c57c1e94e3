import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import {
  paymentAdminTexts as texts,
  undoInvoicePayment,
} from '#contract/payments/admin-endpoints.ts';
import { carryCredit, recordMoney } from '#contract/payments/credits.ts';
import { readMonthFigures } from '#server/features/month-end/figures/month-figures.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { membershipOf, openInvoice, rowsOf } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { movementsOf } from '#test/support/histories/movements.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const at = async (day: string) => {
  app.clock.set(`${day}T08:00:00Z`);
  return { token: await tokenOf(app, adminId) };
};
let people = 0;

async function paid(paidOn: string) {
  const as = await at(paidOn);
  const { invoiceId } = await registered(app, { email: `returned-${++people}@example.org` });
  const body = { amount: 450, paidOn, paidBy: 'Cash' as const };
  const reply = await callApi(app, processInvoicePayment, { params: { id: invoiceId }, body }, as);
  assert.equal(reply.status, 200, reply.message);
  return { invoiceId, paymentId: (await rowsOf(app, invoiceId)).payments[0]?.id ?? '' };
}

test('money that went back came on its day, and is taken out on the day on which it left', async () => {
  const { invoiceId, paymentId } = await paid('2027-02-26');
  const as = await at('2027-03-05');
  assert.equal((await callApi(app, closeMonth, { body: { month: '2027-02' } }, as)).status, 200);
  const undo = (body: object) =>
    callApi(
      app,
      undoInvoicePayment,
      { params: { id: invoiceId }, body: { reason: 'Bounced', ...body } },
      as,
    );
  for (const [body, message] of [
    [{ returnedOn: '2027-02-25' }, texts.returnedEarly],
    [{ returnedOn: '2027-03-06' }, texts.returnedLate],
    [{ returnedOn: '2027-03-03', keepAsCredit: true }, texts.returnedOrKept],
  ] as const) {
    assert.deepEqual(await undo(body).then((reply) => [reply.status, reply.message]), [
      400,
      message,
    ]);
  }
  const outcomes = await concurrently(20, () => undo({ returnedOn: '2027-03-03' }));
  assert.ok(outcomes.every((one) => one.status === 'fulfilled' && one.value.status === 200));
  assert.deepEqual(
    (await movementsOf(app, paymentId)).map(({ kind, day, booked_on, income }) => [
      kind,
      day,
      booked_on,
      income,
    ]),
    [
      ['received', '2027-02-26', '2027-02-26', 45_000],
      ['returned', '2027-03-03', '2027-03-03', -45_000],
    ],
  );
  await assertBooksAgree(app);
});

test('what was paid from a credit did not go back, and money beside it did', async () => {
  const as = await at('2027-03-06');
  const money = { payerName: 'Nomsa', amount: 600, paidOn: '2027-03-05', paidBy: 'Cash' as const };
  const { data } = await callApi(app, recordMoney, { body: money }, as);
  const carried = async (amount: number) => {
    const { invoiceId } = await registered(app, { email: `returned-${++people}@example.org` });
    const use = { params: { id: data.id }, body: { invoiceId, amount } };
    assert.equal((await callApi(app, carryCredit, use, as)).status, 200);
    return invoiceId;
  };
  const undo = (id: string) => {
    const body = { reason: 'Bounced', returnedOn: '2027-03-06' };
    return callApi(app, undoInvoicePayment, { params: { id }, body }, as);
  };
  const { status, message, errors } = await undo(await carried(450));
  assert.deepEqual(
    [status, errors?.[0]?.field, message],
    [400, 'returnedOn', texts.returnedCredit],
  );
  const inParts = await carried(100);
  const body = { amount: 350, paidOn: '2027-03-06', paidBy: 'Cash' as const };
  await callApi(app, processInvoicePayment, { params: { id: inParts }, body }, as);
  assert.equal((await undo(inParts)).status, 200);
  assert.deepEqual(
    Object.fromEntries(
      (await rowsOf(app, inParts)).payments.map(({ source, returned_on }) => [source, returned_on]),
    ),
    { administrator: '2027-03-06', credit: null },
  );
  await assertBooksAgree(app, ['2027-03']);
});

test('a reversal that is undone is neither in the books nor in the figures', async () => {
  const as = await at('2027-03-07');
  const bank = openMatching(app, as.token);
  const { invoiceId, rand, reference } = await bank.owing('twice@example.org');
  const [came = '', went = ''] = await bank.imported([
    { text: reference, rand, day: '2027-03-06' },
    { text: 'REVERSED', rand: -rand, day: '2027-03-07' },
  ]);
  const read = async () => {
    const { movements } = await readMonthFigures(app.db, '2027-03');
    return movements.reduce((sum, { income }) => sum + income, 0);
  };
  const before = await read();
  await bank.book(came, [
    { kind: 'invoice', recordId: invoiceId, amount: rand, seenBalance: rand },
  ]);
  const [match] = (await bank.read(came)).matches;
  const targetId = match?.paymentId ?? '';
  await bank.book(went, [{ kind: 'reversal', targetId, amount: rand, reason: 'Returned' }]);
  assert.equal(await read(), before);
  const [reversal] = (await bank.read(went)).matches;
  assert.equal((await bank.undo(reversal?.id ?? '')).status, 200);
  assert.equal(await read(), before);
  await assertBooksAgree(app, ['2027-03']);
});

test('a payment that is on a statement goes back with the line of the bank', async () => {
  const as = await at('2027-03-08');
  const bank = openMatching(app, as.token);
  const { invoiceId, rand, reference } = await bank.owing('line@example.org');
  const line = await bank.line(reference, rand, '2027-03-08');
  await bank.book(line, [
    { kind: 'invoice', recordId: invoiceId, amount: rand, seenBalance: rand },
  ]);
  const body = { reason: 'Returned', returnedOn: '2027-03-08' };
  const reply = await callApi(app, undoInvoicePayment, { params: { id: invoiceId }, body }, as);
  assert.deepEqual([reply.status, reply.message], [409, texts.returnedByLine]);
  await assertBooksAgree(app);
});

test('the bank takes back a year that was renewed since, and the administrator shortens the membership', async () => {
  const early = openMatching(app, (await at('2027-03-08')).token);
  const { memberId, invoiceId, rand, reference } = await early.owing('renewed@example.org');
  const as = await at('2027-03-09');
  const bank = openMatching(app, as.token);
  const came = await bank.line(reference, rand, '2027-03-08');
  await bank.book(came, [
    { kind: 'invoice', recordId: invoiceId, amount: rand, seenBalance: rand },
  ]);
  const renewal = await openInvoice(app, memberId, 'Individual');
  const paying = { params: { id: renewal }, body: {} };
  assert.equal((await callApi(app, processInvoicePayment, paying, as)).status, 200);
  const { periods } = await membershipOf(app, memberId);
  const targetId = (await rowsOf(app, invoiceId)).payments[0]?.id ?? '';
  const went = await bank.line('REVERSED', -rand, '2027-03-09');
  const part = { kind: 'reversal', targetId, amount: rand, reason: 'Returned' } as const;
  const refused = await bank.book(went, [part]);
  assert.deepEqual([refused.status, refused.message], [409, texts.laterPeriod]);
  assert.equal((await bank.book(went, [{ ...part, period: 'shortened' }])).status, 200);
  assert.deepEqual((await membershipOf(app, memberId)).periods, periods.slice(0, 1));
  assert.deepEqual(
    (await movementsOf(app, targetId)).map(({ kind, day, income }) => [kind, day, income]),
    [
      ['received', '2027-03-08', 45_000],
      ['returned', '2027-03-09', -45_000],
    ],
  );
  await assertBooksAgree(app);
});
