import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#server/context.ts';
import { sendRenewals } from '#server/features/renewals/bulk/send-renewals.ts';
import { membershipOf } from '#test/support/assertions.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { entered, naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { recordMembershipPayment } from './record-membership-payment.ts';

const app = await openTestApp();
const { id: userId, token } = await naledi(app);
const by: Caller = { userId, role: 'Admin', sessionId: '', memberId: null };
const ctx = () => ({ ...app.ctx(), by });
const record = (memberId: string, paidUntil: string | null = null) =>
  recordMembershipPayment(ctx(), memberId, { paidUntil });

/** The paid invoices, the open ones, the payments that are no credit, and the periods. */
async function countsOf(memberId: string) {
  const invoices = await app.db
    .selectFrom('invoices as i')
    .leftJoin('payments as p', 'p.invoice_id', 'i.id')
    .select(['i.id', 'i.payment_id', 'p.counts_for'])
    .where('i.member_id', '=', memberId)
    .execute();
  const { periods } = await membershipOf(app, memberId);
  return {
    invoices: new Set(invoices.map(({ id }) => id)).size,
    paid: new Set(invoices.flatMap(({ payment_id: id }) => id ?? [])).size,
    payments: invoices.filter(({ counts_for }) => counts_for !== null).length,
    periods: periods.length,
  };
}

const once = { invoices: 1, paid: 1, payments: 1, periods: 1 };

test('twenty concurrent payments of a member with an open invoice are recorded once', async () => {
  const { memberId } = await registered(app, { email: 'open@example.org' });
  const outcomes = await concurrently(20, () => record(memberId));
  assert.equal(succeeded(outcomes).length, 1);
  assert.deepEqual(
    new Set(failed(outcomes).map((error) => (error as { status?: number }).status)),
    new Set([409]),
  );
  assert.deepEqual(await countsOf(memberId), once);
});

test('twenty concurrent payments of a member without an invoice are recorded once', async () => {
  const { id } = await entered(app, token, { email: 'none@example.org' });
  const outcomes = await concurrently(20, () => record(id));
  assert.equal(succeeded(outcomes).length, 1);
  assert.deepEqual(await countsOf(id), once);
});

test('ten members who pay concurrently each get one period', async () => {
  const ids = await addManyMembers(app, 10, { lastName: 'Many', endsOn: '2027-03-31' });
  assert.deepEqual(failed(await concurrently(10, (n) => record(ids[n]!, '2027-03-31'))), []);
  for (const id of ids) assert.deepEqual(await countsOf(id), { ...once, periods: 2 });
});

test('a concurrent card payment of the same invoice adds no second period', async () => {
  for (let round = 0; round < 10; round++) {
    const { memberId, invoiceId } = await registered(app, { email: `card-${round}@example.org` });
    const payment = {
      invoiceId,
      source: 'payfast',
      externalReference: `payfast:${round}`,
    } as const;
    const byCard = () => settleInvoice(app.ctx(), payment);
    const outcomes = await concurrently<unknown>(6, (n) =>
      n % 2 === round % 2 ? byCard() : record(memberId),
    );
    // The card is first, or its money is kept as a credit.
    assert.ok(failed(outcomes).every((error) => (error as { status?: number }).status === 409));
    assert.deepEqual(await countsOf(memberId), once);
  }
});

test('a concurrent renewal run makes no second invoice, and no invoice mail waits after a payment', async () => {
  const endsOn = '2027-03-31';
  const ids = await addManyMembers(app, 12, { lastName: 'Renewed', endsOn });
  const [run, ...payments] = await Promise.allSettled([
    sendRenewals(ctx(), by, { selectedItems: ids }),
    ...ids.map((id) => record(id, endsOn)),
  ]);
  assert.deepEqual([run?.status, failed(payments)], ['fulfilled', []]);
  for (const id of ids) assert.deepEqual(await countsOf(id), { ...once, periods: 2 });
  const waiting = await app.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'invoice')
    .where('to_email', 'like', 'renewed%')
    .execute();
  assert.deepEqual(waiting, []);
});
