import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as contract from '#contract/month-end/endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { settleDonation, settleInvoice } from '#test/support/books/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree, checkedAfter, failedRows } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });

/** March is closed a second time. It has a refund, a credit that was carried on, and a donation. April is open. */
async function fillBooks() {
  app.clock.set('2027-03-10T09:00:00Z');
  const paid = await registered(app, { email: 'paid@example.org' });
  await settleInvoice(app.ctx(), {
    invoiceId: paid.invoiceId,
    source: 'administrator',
    amountCents: 55_000,
  });
  const { payments, invoice } = await rowsOf(app, paid.invoiceId);
  const paymentId = payments[0]?.id ?? '';
  const params = { id: paymentId };
  const other = await registered(app, { email: 'other@example.org' });
  const refund = { amount: 40, refundedOn: '2027-03-10' };
  await callApi(app, credits.refundCredit, { params, body: refund }, await as());
  const carry = { invoiceId: other.invoiceId, amount: 50 };
  await callApi(app, credits.carryCredit, { params, body: carry }, await as());
  await callApi(app, credits.closeCredit, { params, body: { reason: 'Given' } }, await as());
  await settleDonation(app.ctx(), { donationId: await pledged(app), source: 'administrator' });
  app.clock.set('2027-04-02T09:00:00Z');
  const month = '2027-03';
  const close = async () => callApi(app, contract.closeMonth, { body: { month } }, await as());
  assert.equal((await close()).status, 200);
  const body = { month, reason: 'The statement was late' };
  assert.equal((await callApi(app, contract.reopenMonth, { body }, await as())).status, 200);
  assert.equal((await close()).status, 200);
  await settleInvoice(app.ctx(), {
    invoiceId: other.invoiceId,
    source: 'administrator',
    paidOn: '2027-03-30',
  });
  return { paymentId, number: invoice.number };
}

const { paymentId, number } = await fillBooks();

test('books with a closed month, an earlier one of it and a late payment agree', async () => {
  await assertBooksAgree(app);
});

const invoice = `INV-${String(number).padStart(5, '0')}`;
const march = 'Months: March 2027: its figures are not the sums of its entries';
/** The entries of the payment and of the uses of its credit. */
const ofPayment = (kind: string) => `(SELECT e.id FROM ledger_entries AS e
  WHERE e.kind = '${kind}' AND (e.source_id = '${paymentId}'
    OR e.source_id IN (SELECT id FROM credit_uses WHERE payment_id = '${paymentId}')))`;

/** Statements that spoil the database, and what is named. */
const spoiled: [what: string, statement: string, ...named: (string | RegExp)[]][] = [
  [
    'a movement in the figures of a closed month',
    `UPDATE closed_months SET figures = jsonb_set(figures, '{movements,0,money}', '1')
     WHERE reopened_at IS NULL`,
    march,
    'Closed months: Figures: changed after March 2027 was closed',
  ],
  [
    'a balance in the figures of a closed month',
    `UPDATE closed_months SET figures = jsonb_set(figures, '{owed,closing}', '1')
     WHERE reopened_at IS NULL`,
    'Closed months: Figures: changed after March 2027 was closed',
  ],
  [
    'what the balances of a closed month are made of',
    `UPDATE closed_months SET schedules = jsonb_set(schedules, '{owed}', '[]') WHERE reopened_at IS NULL`,
    'Closed months: Schedules: changed after March 2027 was closed',
  ],
  [
    'the earlier figures of a month that was reopened',
    `UPDATE closed_months SET figures = jsonb_set(figures, '{owed,closing}', '1')
     WHERE reopened_at IS NOT NULL`,
    'Closed months: March 2027: the earlier figures were changed after it was reopened',
  ],
  [
    'an entry is lost',
    `DELETE FROM ledger_lines WHERE entry_id IN ${ofPayment('received')}`,
    march,
    /^Ledger: Payment of R550\.00 of 10 Mar 2027 \(INV-\d+\): it is not in the ledger$/,
    `Months: ${invoice}: R450.00 is noted as owed, it is R0.00`,
  ],
  [
    'a refund is posted twice',
    `UPDATE ledger_lines SET cents = 2 * cents WHERE entry_id IN ${ofPayment('refunded')}`,
    march,
    /^Ledger: Use of R40\.00 of 10 Mar 2027 .*: the ledger has -R80\.00 of money/,
  ],
  [
    'a credit that was kept is posted as a refund',
    `UPDATE ledger_lines SET account = 'bank' WHERE account = 'kept' AND entry_id IN ${ofPayment('kept')}`,
    march,
    /^Ledger: Use of R10\.00 of \d+ \w+ 2027 .*/,
  ],
  [
    'an entry is in another month',
    `UPDATE ledger_entries SET booked_on = '2027-04-01' WHERE id IN ${ofPayment('refunded')}`,
    march,
  ],
  [
    'an invoice is not noted as owed',
    `DELETE FROM invoice_changes WHERE invoice_number = ${number}`,
    `Months: ${invoice}: -R450.00 is noted as owed, it is R0.00`,
  ],
  [
    'a payment is gone and its entries are there',
    `DELETE FROM payments WHERE donation_id IS NOT NULL`,
    /^Ledger: Ledger entry \d+, whose payment is not here: it moves R450\.00 of money/,
  ],
  [
    'a month was closed without the application',
    `INSERT INTO closed_months (id, month, figures, closed_at, closed_by)
     VALUES ('${randomUUID()}', '2027-02-01', '{}', '2027-04-02T09:00:00Z', '${adminId}')`,
    'Months: February 2027: it is closed, and the audit log does not say so',
    'Closed months: February 2027: its list was deleted',
  ],
  [
    'a month was reopened without the application',
    `UPDATE closed_months SET reopened_at = now(), reopened_by = closed_by, reopened_reason = 'x'
     WHERE reopened_at IS NULL`,
    'Months: March 2027: it was reopened, and the audit log does not say so',
  ],
];

for (const [what, statement, ...named] of spoiled) {
  test(`${what}: it is named`, async () => {
    const found = failedRows(await checkedAfter(app, statement));
    for (const one of named) {
      assert.ok(
        found.some((row) => (typeof one === 'string' ? row === one : one.test(row))),
        `${String(one)}\n${found.join('\n')}`,
      );
    }
  });
}
