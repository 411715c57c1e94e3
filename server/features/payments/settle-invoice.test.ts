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
import { naledi, registered, typeId } from '#test/support/people.ts';
import { startOfStories, openTestSite } from '#test/support/app.ts';
import { settleInvoice } from './settle-invoice.ts';

const site = await openTestSite();
const settle = (invoiceId: string) => settleInvoice(site.work(), { invoiceId, source: 'payfast' });

test('paying adds one payment, one period, the number, the status and the receipt', async () => {
  const thandi = await registered(site, { email: 'pays@example.org' });
  const before = await membershipOf(site, thandi.memberId);
  assert.deepEqual([before.status, before.number, before.periods], ['Pending', null, []]);
  const admin = await naledi(site);
  const by = { userId: admin.id, sessionId: randomUUID(), role: 'Admin', memberId: null };
  await settleInvoice(
    { ...site.work(), by },
    { invoiceId: thandi.invoiceId, source: 'administrator' },
  );

  const { payments, invoice, mails } = await rowsOf(site, thandi.invoiceId);
  assert.equal(payments.length, 1);
  const { id, ...payment } = payments[0]!;
  assert.equal(invoice.payment_id, id);
  assert.deepEqual(payment, {
    invoice_id: thandi.invoiceId,
    donation_id: null,
    amount_cents: 45_000,
    paid_on: '2027-03-10',
    recorded_at: new Date(startOfStories),
    method: 'EFT',
    source: 'administrator',
    recorded_by: admin.id,
    external_reference: null,
    closed_at: null,
    closed_by: null,
    closed_reason: null,
    counts_for: thandi.invoiceId,
  });
  assert.deepEqual(
    mails.map((mail) => [mail.kind, mail.to_email, mail.to_name]),
    [
      ['invoice', 'pays@example.org', 'Thandi Dlamini'],
      ['receipt', 'pays@example.org', 'Thandi Dlamini'],
    ],
  );
  const member = await membershipOf(site, thandi.memberId);
  assert.deepEqual(member.periods, [['2027-03-10', '2028-03-09']]);
  assert.equal(member.status, 'Active');
  assert.ok(member.number !== null && member.number > 0);
});

test('paying again, any number of times, changes nothing', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'again@example.org' });
  await settle(invoiceId);
  const once = [await rowsOf(site, invoiceId), await membershipOf(site, memberId)];
  site.clock.set('2027-03-12T08:00:00Z');
  for (let n = 0; n < 5; n++) await settle(invoiceId);
  site.clock.set(startOfStories);
  assert.deepEqual([await rowsOf(site, invoiceId), await membershipOf(site, memberId)], once);
});

test('the payment is of the day in Johannesburg', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'late@example.org' });
  site.clock.set('2027-03-10T22:30:00Z');
  await settle(invoiceId);
  site.clock.set(startOfStories);
  assert.equal((await rowsOf(site, invoiceId)).payments[0]!.paid_on, '2027-03-11');
  assert.deepEqual((await membershipOf(site, memberId)).periods, [['2027-03-11', '2028-03-10']]);
});

test('whatever breaks at the end, nothing is recorded, no receipt and no number either', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'unlucky@example.org' });
  const state = async () => [
    await rowsOf(site, invoiceId),
    await membershipOf(site, memberId),
    await lastUsed(site, 'member'),
  ];
  const before = await state();
  const queue = { ...site.queue, enqueue: () => Promise.reject(new Error('the queue is away')) };
  const settling = settleInvoice({ ...site.work(), queue }, { invoiceId, source: 'payfast' });
  await assert.rejects(settling, { message: 'the queue is away' });
  assert.deepEqual(await state(), before);
  await settle(invoiceId);
  assert.equal(await lastUsed(site, 'member'), Number(before[2]) + 1);
});

test('a void invoice and an unknown one are refused, and nothing is recorded', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'void@example.org' });
  await site.db
    .updateTable('invoices')
    .set({ voided_at: site.clock.now(), void_reason: 'A mistake' })
    .where('id', '=', invoiceId)
    .execute();
  await assert.rejects(settle(invoiceId), { refusal: 'conflict', status: 409 });
  await assert.rejects(settle(randomUUID()), (error) => {
    return error instanceof Refused && error.status === 404;
  });
  assert.equal((await rowsOf(site, invoiceId)).payments.length, 0);
  assert.equal((await membershipOf(site, memberId)).status, 'Pending');
});

test('deactivated stays, with who did it and why', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'shut-out@example.org' });
  const admin = await naledi(site);
  await setStatusByHand(site, memberId, statusNames.deactivated, admin.id);
  await settle(invoiceId);
  const member = await membershipOf(site, memberId);
  assert.equal(member.status, 'Deactivated');
  assert.equal(member.statusSetBy, admin.id);
  assert.equal(member.periods.length, 1, 'what was paid for is kept');
});

test('any other status that was set by hand follows the periods again', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'by-hand@example.org' });
  const admin = await naledi(site);
  await setStatusByHand(site, memberId, statusNames.expired, admin.id);
  await settle(invoiceId);
  const member = await membershipOf(site, memberId);
  assert.deepEqual([member.status, member.statusSetBy], ['Active', null]);
});

test('a renewal while current follows the running period, and keeps the number', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'loyal@example.org' });
  await settle(invoiceId);
  const { number } = await membershipOf(site, memberId);
  site.clock.set('2028-02-20T08:00:00Z');
  await settle(await openInvoice(site, memberId, 'Individual'));
  site.clock.set(startOfStories);
  assert.deepEqual(await membershipOf(site, memberId), {
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

test('a renewal after a lapse starts when it is paid, and keeps the number', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'back@example.org' });
  await settle(invoiceId);
  const { number } = await membershipOf(site, memberId);
  site.clock.set('2029-06-05T08:00:00Z');
  await settle(await openInvoice(site, memberId, 'Individual'));
  site.clock.set(startOfStories);
  const member = await membershipOf(site, memberId);
  assert.equal(member.number, number);
  assert.deepEqual(member.periods.at(-1), ['2029-06-05', '2030-06-04']);
});

test('the type that the invoice froze wins, at the amount that it froze', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'cheap@example.org' });
  const family = await typeId(site, 'FAMILY');
  await site.db
    .updateTable('members')
    .set({ member_type_id: family })
    .where('id', '=', memberId)
    .execute();
  await site.db
    .updateTable('member_types')
    .set({ fee_cents: 99_900 })
    .where('name', '=', 'Individual')
    .execute();
  await settle(invoiceId);
  await site.db
    .updateTable('member_types')
    .set({ fee_cents: 45_000 })
    .where('name', '=', 'Individual')
    .execute();
  assert.equal((await membershipOf(site, memberId)).type, 'Individual');
  assert.equal((await rowsOf(site, invoiceId)).payments[0]!.amount_cents, 45_000);
});

test('an invoice for any other amount adds no period and leaves the status', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'cap@example.org' });
  await site.db
    .updateTable('invoices')
    .set({ member_type_id: null })
    .where('id', '=', invoiceId)
    .execute();
  await settle(invoiceId);
  const member = await membershipOf(site, memberId);
  assert.deepEqual([member.status, member.number, member.periods], ['Pending', null, []]);
  assert.equal((await rowsOf(site, invoiceId)).payments.length, 1);
});

test('one payment of the provider never counts for two invoices', async () => {
  const one = await registered(site, { email: 'one@example.org' });
  const other = await registered(site, { email: 'other@example.org' });
  const pay = (invoiceId: string) =>
    settleInvoice(site.work(), { invoiceId, source: 'payfast', externalReference: 'pf-1089250' });
  assert.equal((await pay(one.invoiceId)).outcome, 'settled');
  assert.equal((await pay(other.invoiceId)).outcome, 'reference-used-elsewhere');
  assert.equal((await rowsOf(site, other.invoiceId)).payments.length, 0);
  assert.deepEqual((await membershipOf(site, other.memberId)).periods, []);
});

test('with a year end the period runs to it', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'year@example.org' });
  const setYearEnd = (day: string | null) =>
    site.db.updateTable('company_info').set({ membership_expiry_date: day }).execute();
  await setYearEnd('2020-12-31');
  await settle(invoiceId);
  await setYearEnd(null);
  assert.deepEqual((await membershipOf(site, memberId)).periods, [['2027-03-10', '2027-12-31']]);
});
