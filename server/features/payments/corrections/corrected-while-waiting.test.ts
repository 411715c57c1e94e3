import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { correctPayment } from '#contract/payments/admin-endpoints.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';
import { readMonthFigures } from '#server/features/month-end/figures/month-figures.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { traceFigures } from '#test/support/histories/trace-figures.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

/** Cash of 6 March for an invoice of 10 March: income of its day, by the way in which the money came. */
async function paidBefore() {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  const as = async () => ({ token: await tokenOf(app, adminId) });
  const { invoiceId } = await registered(app);
  const body = { amount: 450, paidOn: '2027-03-06', paidBy: 'Cash' as const };
  await callApi(app, processInvoicePayment, { params: { id: invoiceId }, body }, await as());
  const id = (await rowsOf(app, invoiceId)).payments[0]?.id ?? '';
  const correct = async (paidOn: string, paidBy: PaymentMethod) => {
    const input = { params: { id }, body: { reason: 'By machine', paidOn, paidBy } };
    assert.equal((await callApi(app, correctPayment, input, await as())).status, 200);
  };
  const incomeOf = async (month: string) => {
    const { movements } = await readMonthFigures(app.db, month);
    return movements.flatMap(({ event, method, income }) =>
      income === 0 ? [] : [`${event} ${method} ${income / 100}`],
    );
  };
  return { app, as, correct, incomeOf };
}

test('income of money that waited follows a correction into the next open month', async () => {
  const { app, as, correct, incomeOf } = await paidBefore();
  app.clock.set('2027-04-02T08:00:00Z');
  const body = { month: '2027-03' };
  assert.equal((await callApi(app, closeMonth, { body }, await as())).status, 200);
  await correct('2027-03-05', 'Card Machine');
  assert.deepEqual(await incomeOf('2027-03'), ['carried Cash 450']);
  assert.deepEqual(await incomeOf('2027-04'), ['carried Card Machine 450', 'undone Cash -450']);
  await assertBooksAgree(app, ['2027-03', '2027-04']);
  for (const period of ['2027-03', '2027-04', '2028'])
    assert.ok((await traceFigures(app, period)) > 0);
});

test('a year adds up the services, one of which a correction cannot name any more', async () => {
  const { app, as, correct } = await paidBefore();
  await correct('2027-03-06', 'Wise');
  app.clock.set('2027-04-02T08:00:00Z');
  const body = { month: '2027-03' };
  assert.equal((await callApi(app, closeMonth, { body }, await as())).status, 200);
  await correct('2027-03-06', 'Cash');
  for (const period of ['2027-03', '2027-04', '2028'])
    assert.ok((await traceFigures(app, period)) > 0);
  const { sections } = await readPeriod(app.ctx(), '2028');
  const lines = sections.find(({ title }) => title === 'Money')?.lines ?? [];
  assert.deepEqual(
    lines.slice(0, 2).map(({ label, amount }) => [label, amount]),
    [
      ['Cash', 450],
      ['World Remit, Wise and Pay Pal', 0],
    ],
  );
});

test('in an open month each way has its own, and a day alone moves no income', async () => {
  const { app, correct, incomeOf } = await paidBefore();
  await correct('2027-03-05', 'Cash');
  assert.deepEqual(await incomeOf('2027-03'), ['carried Cash 450']);
  await correct('2027-03-05', 'EFT');
  assert.deepEqual(await incomeOf('2027-03'), [
    'carried Cash 450',
    'carried EFT 450',
    'undone Cash -450',
  ]);
  // The figures add up the services, and so does the sheet of the cash book.
  await correct('2027-03-05', 'Wise');
  await assertBooksAgree(app, ['2027-03']);
  for (const period of ['2027-03', '2028']) assert.ok((await traceFigures(app, period)) > 0);
});
