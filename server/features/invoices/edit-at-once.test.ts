import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as contract from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment, resendInvoiceEmail } from '#contract/invoices/endpoints.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { lastUsed, membershipOf, openInvoice, rowsOf } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { concurrently, failed, numbersAfter, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';
import type { Context } from '#server/context.ts';
import { createInvoice } from './create-invoice.ts';
import { deleteInvoice, updateInvoice } from './update-invoice.ts';
import { voidInvoice } from './void-invoice.ts';

const app = await openTestApp();
const admin = await naledi(app);
const by = { userId: admin.id, sessionId: admin.id, role: 'Admin', memberId: null };
const ctx = (): Context => ({ ...app.ctx(), by });
const thandi = await registered(app);
let people = 0;

const cap = { line: 'A cap', amount: 120, paymentType: 'EFT' } as const;
const koos = { userFirstName: 'Koos', userLastName: 'Nel', userEmail: 'koos@example.org' };
const newInvoice = async () => (await createInvoice(ctx(), { ...cap, ...koos })).id;
const newMember = () => registered(app, { email: `at-once-${++people}@example.org` });
const settle = (invoiceId: string) => settleInvoice(ctx(), { invoiceId, source: 'administrator' });
const exists = async (id: string) =>
  (await app.db.selectFrom('invoices').select('id').where('id', '=', id).execute()).length === 1;

test('twenty concurrent creates with one key create one invoice and use one number', async () => {
  const before = await lastUsed(app, 'invoice');
  const manner = { token: admin.token, headers: { 'idempotency-key': 'one-attempt' } };
  const body = { ...cap, ...koos };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => callApi(app, contract.createInvoice, { body }, manner)),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(replies.map(({ data }) => data.id)).size, 1);
  assert.equal(await lastUsed(app, 'invoice'), before + 1);
  const other = { body: { ...body, amount: 121 } };
  assert.equal((await callApi(app, contract.createInvoice, other, manner)).status, 409);
});

test('twenty concurrent creates, with and without members, leave no gap in the numbers', async () => {
  const before = await lastUsed(app, 'invoice');
  const outcomes = await concurrently(20, (n) =>
    createInvoice(ctx(), { ...cap, ...koos, memberId: n % 2 ? thandi.memberId : null }),
  );
  assert.deepEqual(failed(outcomes), []);
  const numbers = succeeded(outcomes).map(({ invoiceNumber }) => Number(invoiceNumber.slice(4)));
  assert.deepEqual(
    numbers.toSorted((one, two) => one - two),
    numbersAfter(before, 20),
  );
});

test('a failed create uses up no number', async () => {
  const before = await lastUsed(app, 'invoice');
  const outcomes = await concurrently(20, (n) =>
    createInvoice(ctx(), { ...cap, ...(n % 2 ? koos : { userFirstName: 'Nobody' }) }),
  );
  assert.equal(failed(outcomes).length, 10);
  assert.equal(await lastUsed(app, 'invoice'), before + 10);
});

test('creating invoices for a member does not deadlock with a concurrent payment', async () => {
  const { memberId, invoiceId } = await newMember();
  const outcomes = await concurrently<unknown>(20, (n) =>
    n % 2 ? createInvoice(ctx(), { ...cap, memberId }) : settle(invoiceId),
  );
  assert.deepEqual(failed(outcomes), []);
});

test('twenty concurrent voids and payments leave an invoice either paid or void', async () => {
  for (let round = 0; round < 5; round++) {
    const { memberId, invoiceId } = await newMember();
    const outcomes = await concurrently<unknown>(20, (n) =>
      n % 2 ? settle(invoiceId) : voidInvoice(ctx(), invoiceId, 'A mistake'),
    );
    const { invoice, payments } = await rowsOf(app, invoiceId);
    const isPaid = invoice.payment_id !== null;
    assert.equal(isPaid, invoice.voided_at === null);
    assert.equal(payments.length, isPaid ? 1 : 0);
    assert.equal((await membershipOf(app, memberId)).periods.length, isPaid ? 1 : 0);
    assert.equal(failed(outcomes).length, 10, 'the others get an error');
    for (const error of failed(outcomes)) assert.equal((error as { status?: number }).status, 409);
  }
});

test('of twenty concurrent voids, the first reason is stored', async () => {
  const id = await newInvoice();
  const outcomes = await concurrently(20, (n) => voidInvoice(ctx(), id, `Reason ${n}`));
  assert.deepEqual(failed(outcomes), []);
  const reasons = new Set(succeeded(outcomes).map(({ voidReason }) => voidReason));
  assert.equal(reasons.size, 1);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', id)
    .where('action', '=', 'voidInvoice')
    .execute();
  assert.equal(entries.length, 1);
});

/** Starts the second call while the first waits for the invoice, then releases both. */
async function inTurn<A, B>(id: string, first: () => Promise<A>, second: () => Promise<B>) {
  const held = await app.db.startTransaction().execute();
  await held.selectFrom('invoices').select('id').where('id', '=', id).forUpdate().execute();
  const one = first();
  await untilWaiting(app, 1);
  const two = Promise.allSettled([second()]);
  await untilWaiting(app, 2);
  await held.commit().execute();
  return [await one, (await two)[0]] as const;
}

const isDone = ({ status }: { status: number }) => assert.equal(status, 200);
const sendIt = async (id: string) =>
  isDone(await callApi(app, resendInvoiceEmail, { params: { id } }, { token: admin.token }));
const payIt = async (id: string) =>
  isDone(await callApi(app, processInvoicePayment, { params: { id } }, { token: admin.token }));

test('an invoice that is sent or paid just before a change or deletion stays unchanged', async () => {
  for (const see of [sendIt, payIt]) {
    for (const late of [
      (id: string): Promise<unknown> =>
        updateInvoice(ctx(), id, { amount: 1 }, { ifMatch: undefined, payfast: { mode: 'live' } }),
      (id: string) => deleteInvoice(ctx(), id),
    ]) {
      const id = await newInvoice();
      const [, lost] = await inTurn(
        id,
        () => see(id),
        () => late(id),
      );
      assert.equal(lost.status, 'rejected');
      // The reply has an error message. A violation of the database's constraint would have none.
      assert.equal((lost.reason as { status?: number }).status, 409);
      assert.equal((await rowsOf(app, id)).invoice.amount_cents, 12_000);
    }
  }
});

test('creating an invoice waits while its member is archived, and is then refused', async () => {
  const { memberId } = await newMember();
  const held = await app.db.startTransaction().execute();
  const archived_at = app.clock.now();
  await held.updateTable('members').set({ archived_at }).where('id', '=', memberId).execute();
  const late = Promise.allSettled([createInvoice(ctx(), { ...cap, memberId })]);
  await untilWaiting(app, 1);
  await held.commit().execute();
  const [{ status }] = await late;
  assert.equal(status, 'rejected');
});

test('paying an invoice that was just deleted is refused', async () => {
  const id = await newInvoice();
  const [, lost] = await inTurn(
    id,
    () => deleteInvoice(ctx(), id),
    () => settle(id),
  );
  assert.deepEqual([lost.status, await exists(id)], ['rejected', false]);
});

test('paying a renewal and voiding another invoice of the member at once both succeed', async () => {
  const { memberId, invoiceId } = await newMember();
  await settle(invoiceId);
  const renewal = await openInvoice(app, memberId, 'Individual');
  const other = (await createInvoice(ctx(), { ...cap, memberId })).id;
  const outcomes = await concurrently<unknown>(20, (n) =>
    n % 2 ? settle(renewal) : voidInvoice(ctx(), other, 'A mistake'),
  );
  assert.deepEqual(failed(outcomes), []);
  assert.equal((await membershipOf(app, memberId)).periods.length, 2);
});
