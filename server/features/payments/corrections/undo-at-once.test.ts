import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voidInvoice } from '#server/features/invoices/void-invoice.ts';
import { membershipOf, openInvoice, rowsOf } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { atOnce, failed } from '#test/support/concurrent.ts';
import { openTestSite } from '#test/support/app.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import type { Work } from '#server/context.ts';
import { settleDonation } from '../settle-donation.ts';
import { settleInvoice } from '../settle-invoice.ts';
import { undoDonationPayment } from './undo-donation-payment.ts';
import { undoInvoicePayment } from './undo-invoice-payment.ts';

const site = await openTestSite();
const admin = await naledi(site);
const by = { userId: admin.id, sessionId: admin.id, role: 'Admin', memberId: null };
const work = (): Work => ({ ...site.work(), by });
let people = 0;

const newMember = () => registered(site, { email: `races-${++people}@example.org` });
const settle = (invoiceId: string) => settleInvoice(work(), { invoiceId, source: 'administrator' });
const undo = (invoiceId: string) => undoInvoicePayment(work(), invoiceId, 'A mistake');
const withdraw = (invoiceId: string) => voidInvoice(work(), invoiceId, 'A mistake');

/** One open payment at most, and a period exactly when the invoice points to it. */
async function assertInOrder({ memberId, invoiceId }: { memberId: string; invoiceId: string }) {
  const { invoice, payments } = await rowsOf(site, invoiceId);
  const open = payments.filter(({ closed_at }) => closed_at === null);
  assert.deepEqual(
    open.map(({ id }) => id),
    invoice.payment_id === null ? [] : [invoice.payment_id],
  );
  const { periods, status } = await membershipOf(site, memberId);
  assert.equal(periods.length, open.length);
  assert.equal(status, open.length === 1 ? 'Active' : 'Pending');
}

test('twenty who undo one payment at once: it is undone once', async () => {
  const member = await newMember();
  await settle(member.invoiceId);
  assert.deepEqual(failed(await atOnce(20, () => undo(member.invoiceId))), []);
  await assertInOrder(member);
  const entries = await site.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_id', '=', member.invoiceId)
    .where('action', '=', 'undoInvoicePayment')
    .execute();
  assert.equal(entries.length, 1);
});

test('twenty who settle, undo and void at once leave the books in order', async () => {
  for (let round = 0; round < 6; round++) {
    const member = await newMember();
    if (round % 2 === 0) await settle(member.invoiceId);
    const steps = [settle, undo, withdraw];
    const outcomes = await atOnce<unknown>(20, (n) => steps[n % 3]!(member.invoiceId));
    for (const error of failed(outcomes)) {
      assert.equal((error as { status?: number }).status, 409, error.message);
    }
    await assertInOrder(member);
  }
});

test('undone at the moment at which a renewal is paid: refused, whoever was first', async () => {
  for (const undoIsFirst of [true, false]) {
    const { memberId, invoiceId } = await newMember();
    await settle(invoiceId);
    const renewal = await openInvoice(site, memberId, 'Student');
    const held = await site.db.startTransaction().execute();
    await held.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute();
    const start = async (isUndo: boolean, waiting: number) => {
      const step = Promise.allSettled([isUndo ? undo(invoiceId) : settle(renewal)]);
      await untilWaiting(site, waiting);
      return { isUndo, step };
    };
    const started = [await start(undoIsFirst, 1), await start(!undoIsFirst, 2)];
    await held.commit().execute();
    for (const { isUndo, step } of started) {
      assert.equal((await step)[0].status, isUndo ? 'rejected' : 'fulfilled');
    }
    assert.equal((await membershipOf(site, memberId)).periods.length, 2);
  }
});

test('twenty who undo one donation at once: it is undone once', async () => {
  const donationId = await pledged(site);
  await settleDonation(work(), { donationId, source: 'administrator' });
  const outcomes = await atOnce(20, () => undoDonationPayment(work(), donationId, 'A mistake'));
  assert.deepEqual(failed(outcomes), []);
  const entries = await site.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_id', '=', donationId)
    .where('action', '=', 'undoDonationPayment')
    .execute();
  assert.equal(entries.length, 1);
});

test('twenty who undo and mark a donation as received at once', async () => {
  const donationId = await pledged(site);
  const receive = () => settleDonation(work(), { donationId, source: 'administrator' });
  const takeBack = () => undoDonationPayment(work(), donationId, 'A mistake');
  assert.deepEqual(failed(await atOnce<unknown>(20, (n) => (n % 2 ? receive() : takeBack()))), []);
  const { payment_id } = await site.db
    .selectFrom('donations')
    .select('payment_id')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  const open = await site.db
    .selectFrom('payments')
    .select('id')
    .where('donation_id', '=', donationId)
    .where('closed_at', 'is', null)
    .execute();
  assert.deepEqual(
    open.map(({ id }) => id),
    payment_id === null ? [] : [payment_id],
  );
});
