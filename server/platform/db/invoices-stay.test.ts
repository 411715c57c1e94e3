import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { db } = app;
const admin = await naledi(app);
let people = 0;

/** The invoice of a card registration is not mailed, so it can still be changed. */
async function unseen() {
  const email = `stays-${++people}@example.org`;
  return (await registered(app, { email, paymentType: 'Credit Card' })).invoiceId;
}

/** Runs SQL directly, without the application's checks. */
const set = (id: string, what: string) =>
  sql`UPDATE invoices SET ${sql.raw(what)} WHERE id = ${id}`.execute(db);
const send = (id: string) => set(id, `sent_at = '2027-03-10'`);
const voiding = `voided_at = '2027-03-10', void_reason = 'A mistake'`;
const pay = (invoiceId: string) => settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });
const stays = { constraint: 'invoices_stay' };

const frozen = [
  `payer_first_name = 'X'`,
  `payer_last_name = 'X'`,
  `payer_email = 'x@example.org'`,
  `payer_address = 'X'`,
  `line = 'X'`,
  'amount_cents = 1',
  `issuer = '{}'`,
];

test('a sent, paid or void invoice cannot be changed or deleted', async () => {
  for (const see of [send, pay, (id: string) => set(id, voiding)]) {
    const id = await unseen();
    await see(id);
    for (const change of frozen) await assert.rejects(set(id, change), stays, change);
    const gone = sql`DELETE FROM invoices WHERE id = ${id}`.execute(db);
    await assert.rejects(gone, stays);
  }
});

test('an invoice that was not sent can still be changed', async () => {
  const id = await unseen();
  for (const change of frozen) await set(id, change);
  await sql`DELETE FROM invoices WHERE id = ${id}`.execute(db);
});

test('a void invoice stays void', async () => {
  const id = await unseen();
  await set(id, voiding);
  await assert.rejects(set(id, 'voided_at = NULL, void_reason = NULL'), stays);
});

test('only undoing a merge opens a void invoice, and changes nothing else of it', async () => {
  const id = await unseen();
  await set(id, voiding);
  const whileUndoing = (what: string) =>
    db.transaction().execute(async (inside) => {
      await sql`SELECT set_config('members.undoing_merge', 'on', true)`.execute(inside);
      await sql`UPDATE invoices SET ${sql.raw(what)} WHERE id = ${id}`.execute(inside);
    });
  for (const change of frozen) await assert.rejects(whileUndoing(change), stays, change);
  await whileUndoing('voided_at = NULL, void_reason = NULL');
});

const close = (
  id: string,
  at: string | null,
  reason: string | null,
  by: string | null = admin.id,
) =>
  sql`UPDATE payments SET reversed_at = ${at}, reversed_by = ${by}, reversed_reason = ${reason}
    WHERE invoice_id = ${id}`.execute(db);

test('a payment is reversed by an administrator with a reason, and no longer pays its invoice', async () => {
  const id = await unseen();
  await pay(id);
  const day = '2027-03-11';
  const whole = { constraint: 'payments_reversed_whole' };
  await assert.rejects(close(id, day, null), whole);
  await assert.rejects(close(id, null, 'A mistake'), whole);
  await assert.rejects(close(id, day, 'A mistake', null), whole);
  await close(id, day, 'A mistake');
  await set(id, 'payment_id = NULL, paid_cents = 0');
  await assert.rejects(close(id, null, null, null), { constraint: 'payments_stay' });
  const again = sql`UPDATE invoices SET paid_cents = amount_cents, payment_id =
    (SELECT id FROM payments WHERE invoice_id = invoices.id) WHERE id = ${id}`;
  await assert.rejects(again.execute(db), { constraint: 'invoices_paid_by' });
});
