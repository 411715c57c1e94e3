import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { register } from '#server/features/registration/register.ts';
import { archive, lastUsed, membershipOf, openInvoice, rowsOf } from '#test/support/assertions.ts';
import { registered, thandisForm } from '#test/support/people.ts';
import { concurrently, failed, numbersAfter } from '#test/support/concurrent.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { openTestApp } from '#test/support/app.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';

const app = await openTestApp();
const settle = (invoiceId: string) => settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });

test('twenty concurrent payments of one invoice pay it once', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'once@example.org' });
  const before = await lastUsed(app, 'member');
  assert.deepEqual(failed(await concurrently(20, () => settle(invoiceId))), []);
  const { payments, invoice, mails } = await rowsOf(app, invoiceId);
  assert.deepEqual(
    payments.map((payment) => payment.id),
    [invoice.payment_id],
  );
  assert.deepEqual(
    mails.map((mail) => mail.kind),
    ['invoice', 'receipt'],
  );
  const member = await membershipOf(app, memberId);
  assert.deepEqual(member.periods, [['2027-03-10', '2028-03-09']]);
  assert.equal(member.number, before + 1);
  assert.equal(await lastUsed(app, 'member'), before + 1);
});

test('twenty concurrent payments of an invoice without a member pay it once', async () => {
  const { invoiceId } = await registered(app, { email: 'nobody@example.org' });
  await app.db
    .updateTable('invoices')
    .set({ member_id: null, member_type_id: null })
    .where('id', '=', invoiceId)
    .execute();
  assert.deepEqual(failed(await concurrently(20, () => settle(invoiceId))), []);
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 1);
});

test('twenty members who pay concurrently get consecutive numbers', async () => {
  const before = await lastUsed(app, 'member');
  const people: { memberId: string; invoiceId: string }[] = [];
  for (let n = 0; n < 20; n++) {
    people.push(await registered(app, { email: `queue-${n}@example.org` }));
  }
  assert.deepEqual(failed(await concurrently(20, (n) => settle(people[n]!.invoiceId))), []);
  const members = await Promise.all(people.map(({ memberId }) => membershipOf(app, memberId)));
  const numbers = members.map((member) => member.number!).toSorted((one, two) => one - two);
  assert.deepEqual(numbers, numbersAfter(before, 20));
  assert.ok(members.every((member) => member.periods.length === 1 && member.status === 'Active'));
});

test('concurrently paid invoices of one member add consecutive periods', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'eager@example.org' });
  // Drops the unique index on open invoices, so that only the lock protects the periods.
  await sql`DROP INDEX invoices_one_open_per_member`.execute(app.db);
  const more = await concurrently(7, () => openInvoice(app, memberId, 'Individual'));
  const invoices = [invoiceId, ...more.map((it) => (it.status === 'fulfilled' ? it.value : ''))];
  assert.deepEqual(failed(await concurrently(8, (n) => settle(invoices[n]!))), []);
  const { periods } = await membershipOf(app, memberId);
  assert.equal(periods.length, 8);
  assert.deepEqual(periods[0], ['2027-03-10', '2028-03-09']);
  for (const [n, [start]] of periods.entries()) {
    if (n > 0) assert.equal(start, addDays(periods[n - 1]![1]!, 1));
  }
});

test('registering again during the payment of the old invoice does not deadlock', async () => {
  const { memberId, userId, invoiceId, email } = await registered(app, {
    email: 'circle@example.org',
  });
  await archive(app, memberId);
  const form = await thandisForm(app, { email });
  // Pauses the registration after it locked the member and before it locks the invoice.
  const held = await app.db.startTransaction().execute();
  await held.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const again = register(app.ctx(), form);
  await untilWaiting(app, 1);
  const paid = assert.rejects(settle(invoiceId), { status: 409 });
  await untilWaiting(app, 2);
  await held.commit().execute();
  await Promise.all([again, paid]);
  const { invoice, payments } = await rowsOf(app, invoiceId);
  assert.deepEqual([invoice.void_reason, payments], ['Registered again', []]);
});
