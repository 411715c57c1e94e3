import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voidInvoice } from '#server/features/invoices/void-invoice.ts';
import { membershipOf, openInvoice, rowsOf } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import type { Context } from '#server/context.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import { undoPayments } from './undo-payments.ts';

const app = await openTestApp();
const admin = await naledi(app);
const by = { userId: admin.id, sessionId: admin.id, role: 'Admin', memberId: null };
const ctx = (): Context => ({ ...app.ctx(), by });
let people = 0;

const newMember = () => registered(app, { email: `races-${++people}@example.org` });
const settle = (invoiceId: string) => settleInvoice(ctx(), { invoiceId, source: 'administrator' });
const undo = (invoiceId: string) =>
  undoPayments(ctx(), { kind: 'invoice', id: invoiceId }, { reason: 'A mistake' });
const withdraw = (invoiceId: string) => voidInvoice(ctx(), invoiceId, 'A mistake');

/** At most one open payment, and a period exactly if the invoice points to the payment. */
async function assertInOrder({ memberId, invoiceId }: { memberId: string; invoiceId: string }) {
  const { invoice, payments } = await rowsOf(app, invoiceId);
  const open = payments.filter(({ reversed_at }) => reversed_at === null);
  assert.deepEqual(
    open.map(({ id }) => id),
    invoice.payment_id === null ? [] : [invoice.payment_id],
  );
  const { periods, status } = await membershipOf(app, memberId);
  assert.equal(periods.length, open.length);
  assert.equal(status, open.length === 1 ? 'Active' : 'Pending');
}

test('twenty concurrent undos of one payment undo it once', async () => {
  const member = await newMember();
  await settle(member.invoiceId);
  assert.deepEqual(failed(await concurrently(20, () => undo(member.invoiceId))), []);
  await assertInOrder(member);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_id', '=', member.invoiceId)
    .where('action', '=', 'undoInvoicePayment')
    .execute();
  assert.equal(entries.length, 1);
});

test('twenty concurrent payments, undos and voids leave consistent records', async () => {
  for (let round = 0; round < 6; round++) {
    const member = await newMember();
    if (round % 2 === 0) await settle(member.invoiceId);
    const steps = [settle, undo, withdraw];
    const outcomes = await concurrently<unknown>(20, (n) => steps[n % 3]!(member.invoiceId));
    for (const error of failed(outcomes)) {
      assert.equal((error as { status?: number }).status, 409, error.message);
    }
    await assertInOrder(member);
  }
});

test('of a concurrent undo and renewal payment, the undo is refused in either order', async () => {
  for (const undoIsFirst of [true, false]) {
    const { memberId, invoiceId } = await newMember();
    await settle(invoiceId);
    const renewal = await openInvoice(app, memberId, 'Student');
    const held = await app.db.startTransaction().execute();
    await held.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute();
    const start = async (isUndo: boolean, waiting: number) => {
      const step = Promise.allSettled([isUndo ? undo(invoiceId) : settle(renewal)]);
      await untilWaiting(app, waiting);
      return { isUndo, step };
    };
    const started = [await start(undoIsFirst, 1), await start(!undoIsFirst, 2)];
    await held.commit().execute();
    for (const { isUndo, step } of started) {
      assert.equal((await step)[0].status, isUndo ? 'rejected' : 'fulfilled');
    }
    assert.equal((await membershipOf(app, memberId)).periods.length, 2);
  }
});

test('twenty concurrent undos of one donation undo it once', async () => {
  const donationId = await pledged(app);
  await settleDonation(ctx(), { donationId, source: 'administrator' });
  const outcomes = await concurrently(20, () =>
    undoPayments(ctx(), { kind: 'donation', id: donationId }, { reason: 'A mistake' }),
  );
  assert.deepEqual(failed(outcomes), []);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_id', '=', donationId)
    .where('action', '=', 'undoDonationPayment')
    .execute();
  assert.equal(entries.length, 1);
});

test('twenty concurrent undos and receipts of one donation leave consistent records', async () => {
  const donationId = await pledged(app);
  const receive = () => settleDonation(ctx(), { donationId, source: 'administrator' });
  const takeBack = () =>
    undoPayments(ctx(), { kind: 'donation', id: donationId }, { reason: 'A mistake' });
  assert.deepEqual(
    failed(await concurrently<unknown>(20, (n) => (n % 2 ? receive() : takeBack()))),
    [],
  );
  const { payment_id } = await app.db
    .selectFrom('donations')
    .select('payment_id')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  const open = await app.db
    .selectFrom('payments')
    .select('id')
    .where('donation_id', '=', donationId)
    .where('reversed_at', 'is', null)
    .execute();
  assert.deepEqual(
    open.map(({ id }) => id),
    payment_id === null ? [] : [payment_id],
  );
});
