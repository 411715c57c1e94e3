import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { Refused } from '#server/errors.ts';
import {
  lastUsed,
  membershipOf,
  openInvoice,
  rowsOf,
  setStatusByHand,
} from '#test/support/assertions.ts';
import { failAtCommit } from '#test/support/mail/fail-at-commit.ts';
import { naledi, registered, typeId } from '#test/support/people.ts';
import { testStart, openTestApp } from '#test/support/app.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';

const app = await openTestApp();
const settle = (invoiceId: string) => settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });

test('a payment adds one payment row, one period, the number, the status and the receipt', async () => {
  const thandi = await registered(app, { email: 'pays@example.org' });
  const before = await membershipOf(app, thandi.memberId);
  assert.deepEqual([before.status, before.number, before.periods], ['Pending', null, []]);
  const admin = await naledi(app);
  const by = { userId: admin.id, sessionId: randomUUID(), role: 'Admin', memberId: null };
  await settleInvoice(
    { ...app.ctx(), by },
    { invoiceId: thandi.invoiceId, source: 'administrator' },
  );

  const { payments, invoice, mails } = await rowsOf(app, thandi.invoiceId);
  assert.equal(payments.length, 1);
  const { id, ...payment } = payments[0]!;
  assert.equal(invoice.payment_id, id);
  assert.deepEqual(payment, {
    invoice_id: thandi.invoiceId,
    donation_id: null,
    amount_cents: 45_000,
    paid_on: '2027-03-10',
    recorded_at: new Date(testStart),
    method: 'EFT',
    source: 'administrator',
    recorded_by: admin.id,
    external_reference: null,
    bank_reference: null,
    reversed_at: null,
    reversed_by: null,
    reversed_reason: null,
    returned_on: null,
    vat_cents: 0,
    counted_cents: 45_000,
    used_cents: 0,
    payer_name: null,
    counts_for: thandi.invoiceId,
    credit_cents: 0,
    reported_elsewhere: false,
    is_test: false,
  });
  assert.deepEqual(
    mails.map((mail) => [mail.kind, mail.to_email, mail.to_name]),
    [
      ['invoice', 'pays@example.org', 'Thandi Dlamini'],
      ['receipt', 'pays@example.org', 'Thandi Dlamini'],
    ],
  );
  const member = await membershipOf(app, thandi.memberId);
  assert.deepEqual(member.periods, [['2027-03-10', '2028-03-09']]);
  assert.equal(member.status, 'Active');
  assert.ok(member.number !== null && member.number > 0);
});

test('the receipt of a membership goes to the present address of the member', async () => {
  const { userId, invoiceId } = await registered(app, { email: 'old@example.org' });
  await app.db
    .updateTable('users')
    .set({ email: 'present@example.org' })
    .where('id', '=', userId)
    .execute();
  await settle(invoiceId);
  const { mails } = await rowsOf(app, invoiceId);
  assert.deepEqual(
    mails.map(({ kind, to_email }) => [kind, to_email]),
    [
      ['invoice', 'old@example.org'],
      ['receipt', 'present@example.org'],
    ],
  );
});

test('repeated payments change nothing', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'again@example.org' });
  await settle(invoiceId);
  const once = [await rowsOf(app, invoiceId), await membershipOf(app, memberId)];
  app.clock.set('2027-03-12T08:00:00Z');
  for (let n = 0; n < 5; n++) await settle(invoiceId);
  app.clock.set(testStart);
  assert.deepEqual([await rowsOf(app, invoiceId), await membershipOf(app, memberId)], once);
});

test('the payment day is the day in Johannesburg', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'late@example.org' });
  app.clock.set('2027-03-10T22:30:00Z');
  await settle(invoiceId);
  app.clock.set(testStart);
  assert.equal((await rowsOf(app, invoiceId)).payments[0]!.paid_on, '2027-03-11');
  assert.deepEqual((await membershipOf(app, memberId)).periods, [['2027-03-11', '2028-03-10']]);
});

test('if the commit fails, no payment, receipt or number is recorded', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'unlucky@example.org' });
  const state = async () => [
    await rowsOf(app, invoiceId),
    await membershipOf(app, memberId),
    await lastUsed(app, 'member'),
  ];
  const before = await state();
  const commitAgain = await failAtCommit(app.db);
  await assert.rejects(settleInvoice(app.ctx(), { invoiceId, source: 'payfast' }), /no commit/);
  await commitAgain();
  assert.deepEqual(await state(), before);
  await settle(invoiceId);
  assert.equal(await lastUsed(app, 'member'), Number(before[2]) + 1);
});

test('a void invoice and an unknown one are refused, and nothing is recorded', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'void@example.org' });
  await app.db
    .updateTable('invoices')
    .set({ voided_at: app.clock.now(), void_reason: 'A mistake' })
    .where('id', '=', invoiceId)
    .execute();
  await assert.rejects(settle(invoiceId), { refusal: 'conflict', status: 409 });
  await assert.rejects(settle(randomUUID()), (error) => {
    return error instanceof Refused && error.status === 404;
  });
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 0);
  assert.equal((await membershipOf(app, memberId)).status, 'Pending');
});

test('a deactivated member stays deactivated, with the administrator and the reason', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'shut-out@example.org' });
  const admin = await naledi(app);
  await setStatusByHand(app, memberId, statusNames.deactivated, admin.id);
  await settle(invoiceId);
  const member = await membershipOf(app, memberId);
  assert.equal(member.status, 'Deactivated');
  assert.equal(member.statusSetBy, admin.id);
  assert.equal(member.periods.length, 1, 'the paid period is stored');
});

test('any other manually set status follows the periods again', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'by-hand@example.org' });
  const admin = await naledi(app);
  await setStatusByHand(app, memberId, statusNames.expired, admin.id);
  await settle(invoiceId);
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.statusSetBy], ['Active', null]);
});

test('a renewal of a current membership follows the running period, and keeps the number', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'loyal@example.org' });
  await settle(invoiceId);
  const { number } = await membershipOf(app, memberId);
  app.clock.set('2028-02-20T08:00:00Z');
  await settle(await openInvoice(app, memberId, 'Individual'));
  app.clock.set(testStart);
  assert.deepEqual(await membershipOf(app, memberId), {
    number,
    status: 'Active',
    statusSetBy: null,
    type: 'Individual',
    periods: [
      ['2027-03-10', '2028-03-09'],
      ['2028-03-10', '2029-03-09'],
    ],
  });
});

test('a renewal after a lapse starts on the payment day, and keeps the number', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'back@example.org' });
  await settle(invoiceId);
  const { number } = await membershipOf(app, memberId);
  app.clock.set('2029-06-05T08:00:00Z');
  await settle(await openInvoice(app, memberId, 'Individual'));
  app.clock.set(testStart);
  const member = await membershipOf(app, memberId);
  assert.equal(member.number, number);
  assert.deepEqual(member.periods.at(-1), ['2029-06-05', '2030-06-04']);
});

test('the type and the amount stored in the invoice apply', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'cheap@example.org' });
  const family = await typeId(app, 'FAMILY');
  await app.db
    .updateTable('members')
    .set({ member_type_id: family })
    .where('id', '=', memberId)
    .execute();
  await app.db
    .updateTable('member_types')
    .set({ fee_cents: 99_900 })
    .where('name', '=', 'Individual')
    .execute();
  await settle(invoiceId);
  await app.db
    .updateTable('member_types')
    .set({ fee_cents: 45_000 })
    .where('name', '=', 'Individual')
    .execute();
  assert.equal((await membershipOf(app, memberId)).type, 'Individual');
  assert.equal((await rowsOf(app, invoiceId)).payments[0]!.amount_cents, 45_000);
});

test('an invoice without a membership adds no period and does not change the status', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'cap@example.org' });
  await app.db
    .updateTable('invoices')
    .set({ member_type_id: null })
    .where('id', '=', invoiceId)
    .execute();
  await settle(invoiceId);
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.number, member.periods], ['Pending', null, []]);
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 1);
});

test('one payment of the provider never pays two invoices', async () => {
  const one = await registered(app, { email: 'one@example.org' });
  const other = await registered(app, { email: 'other@example.org' });
  const pay = (invoiceId: string) =>
    settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference: 'pf-1089250' });
  assert.equal((await pay(one.invoiceId)).outcome, 'settled');
  assert.equal((await pay(other.invoiceId)).outcome, 'reference-used-elsewhere');
  assert.equal((await rowsOf(app, other.invoiceId)).payments.length, 0);
  assert.deepEqual((await membershipOf(app, other.memberId)).periods, []);
});

test('with a year end, the period runs to it', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'year@example.org' });
  const setYearEnd = (day: string | null) =>
    app.db.updateTable('company_info').set({ membership_expiry_date: day }).execute();
  await setYearEnd('2020-12-31');
  await settle(invoiceId);
  await setYearEnd(null);
  assert.deepEqual((await membershipOf(app, memberId)).periods, [['2027-03-10', '2027-12-31']]);
});
