import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as contract from '#contract/month-end/endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { evaluateBooks } from './run-checks.ts';

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

class Rollback extends Error {}

const failuresOf = async (db: Db) =>
  (await evaluateBooks(db, app.clock.now())).flatMap(({ name, rows }) =>
    rows.map((row) => `${name}: ${row}`),
  );

/** The failures after changes that triggers do not see. */
async function foundAfter(statement: string): Promise<string[]> {
  let found: string[] = [];
  const spoil = app.db.transaction().execute(async (db) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(db);
    await sql.raw(statement).execute(db);
    found = await failuresOf(db);
    throw new Rollback();
  });
  await assert.rejects(spoil, Rollback);
  return found;
}

test('books with a closed month, an earlier one of it and a late payment agree', async () => {
  assert.deepEqual(await failuresOf(app.db), []);
});

const ofPayment = `WHERE payment_id = '${paymentId}'`;
const copied = `booked_on, day, event, income_kind, member_type_id, invoice_id, invoice_number,
  donation_id, payment_id, method, vat_percent, money_cents, income_cents, credits_cents, other_cents, owed_cents`;
const invoice = `INV-${String(number).padStart(5, '0')}`;
const march = (event: string) =>
  `Months: March 2027: the figures of “${event}” are not the sums of its bookings`;

/** Statements that spoil the database, and what is named. */
const spoiled: [what: string, statement: string, ...named: (string | RegExp)[]][] = [
  [
    'a movement in the figures of a closed month',
    `UPDATE closed_months SET figures = jsonb_set(figures, '{movements,0,money}', '1')
     WHERE reopened_at IS NULL`,
    /^Months: March 2027: the figures of “.*” are not the sums of its bookings$/,
    'Closed months: Figures: changed after March 2027 was closed',
  ],
  [
    'a balance in the figures of a closed month',
    `UPDATE closed_months SET figures = jsonb_set(figures, '{owed,closing}', '1')
     WHERE reopened_at IS NULL`,
    'Closed months: Figures: changed after March 2027 was closed',
  ],
  [
    'the earlier figures of a month that was reopened',
    `UPDATE closed_months SET figures = jsonb_set(figures, '{owed,closing}', '1')
     WHERE reopened_at IS NOT NULL`,
    'Closed months: March 2027: the earlier figures were changed after it was reopened',
  ],
  [
    'a booking is lost',
    `DELETE FROM bookings ${ofPayment} AND event = 'received'`,
    march('received'),
    'Months: Payment of 10 Mar 2027, R550.00: booked are -R40.00 of money, R0.00 of income and -R50.00 of credits, it has R510.00, R450.00 and R50.00',
    `Months: ${invoice}: R450.00 is booked as owed, it is R0.00`,
  ],
  [
    'a refund is booked twice',
    `INSERT INTO bookings (${copied}) SELECT ${copied} FROM bookings ${ofPayment} AND event = 'refunded'`,
    march('refunded'),
    /^Months: Payment of 10 Mar 2027, R550\.00: booked are R470\.00 of money/,
  ],
  [
    'a use that was dealt with is booked as a refund',
    `UPDATE bookings SET money_cents = -other_cents, other_cents = 0 ${ofPayment} AND event = 'dealt-with'`,
    march('dealt-with'),
    /^Months: Payment of 10 Mar 2027, R550\.00/,
  ],
  [
    'the method of a booking',
    `UPDATE bookings SET method = 'Cash' ${ofPayment} AND event = 'received'`,
    march('received'),
  ],
  [
    'a booking is in another month',
    `UPDATE bookings SET booked_on = '2027-04-01' ${ofPayment} AND event = 'refunded'`,
    march('refunded'),
  ],
  [
    'an invoice is not booked',
    `DELETE FROM bookings WHERE invoice_number = ${number} AND event = 'issued'`,
    march('issued'),
    `Months: ${invoice}: -R450.00 is booked as owed, it is R0.00`,
  ],
  [
    'money of no record is booked',
    `INSERT INTO bookings (booked_on, day, event, money_cents, credits_cents)
     VALUES ('2027-04-01', '2027-04-01', 'received', 100, 100)`,
    'Months: Bookings without a record: booked are R1.00 of money, R0.00 of income and R1.00 of credits, it has R0.00, R0.00 and R0.00',
  ],
  [
    'a payment is gone and its bookings are there',
    `DELETE FROM payments WHERE donation_id IS NOT NULL`,
    /^Months: Payment \S+, which does not exist: booked are R450\.00 of money/,
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
    const found = await foundAfter(statement);
    for (const one of named) {
      assert.ok(
        found.some((row) => (typeof one === 'string' ? row === one : one.test(row))),
        `${String(one)}\n${found.join('\n')}`,
      );
    }
  });
}
