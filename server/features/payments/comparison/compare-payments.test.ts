import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, test } from 'node:test';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { deleteDonation } from '#contract/donations/admin-endpoints.ts';
import { deleteInvoice } from '#contract/invoices/admin-endpoints.ts';
import { describeDifference, recordDifference } from '#contract/payments/comparison.ts';
import { createInvoice } from '#server/features/invoices/create-invoice.ts';
import { voidInvoice } from '#server/features/invoices/void-invoice.ts';
import { undoPayment } from '#server/features/payments/corrections/undo-payment.ts';
import { carryCredit } from '#server/features/payments/credits/carry-credit.ts';
import { refundCredit } from '#server/features/payments/credits/refund-credit.ts';
import { sources } from '#server/features/privacy/retention/sources.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, typeId } from '#test/support/people.ts';
import {
  compareNow,
  differences,
  forgetComparisons,
  night,
  nextNight,
  paidDonation,
} from '#test/support/payfast/comparing.ts';
import { openHistoryServer } from '#test/support/payfast/history-server.ts';
import { judgeDue, notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';

const api = await openHistoryServer();
after(() => api.close());
const provider = await openProvider();
const app = await openTestApp({
  PAYFAST_API_URL: api.url,
  PAYFAST_VALIDATE_URL: provider.url,
});

let lastNumber = 5_000_000;
const nextNumber = () => String(++lastNumber);
const row = (changes: Partial<(typeof api.rows)[number]> = {}) => ({
  date: '2027-03-08 14:05:00',
  gross: 45_000,
  fee: -1035,
  ...changes,
});
const kinds = async () => (await differences(app)).map(({ kind }) => kind).toSorted();

beforeEach(async () => {
  await app.db
    .updateTable('payments')
    .set({ paid_on: '2026-06-01' })
    .where('source', '=', 'payfast')
    .execute();
  await forgetComparisons(app);
  api.rows = [];
  api.answer = null;
  api.requests = [];
  app.clock.set(night);
});

test('a payment that both have makes no difference, and its fee is stored', async () => {
  const providerId = nextNumber();
  const reference = await paidDonation(app, { providerId, paidOn: '2027-03-08' });
  api.rows = [row({ providerId, reference })];
  await compareNow(app);
  assert.deepEqual(await differences(app), []);
  const stored = await app.db.selectFrom('provider_transactions').selectAll().execute();
  assert.deepEqual(
    stored.map((one) => [one.provider_id, one.record_id, one.gross_cents, one.fee_cents]),
    [[providerId, reference, 45_000, -1035]],
  );
});

test('each night the last four days are compared, and once a month the month before', async () => {
  await compareNow(app);
  assert.deepEqual(
    api.requests.map(({ query }) => query['date']),
    ['2027-03-06', '2027-03-07', '2027-03-08', '2027-03-09', '2027-02'],
  );
  api.requests = [];
  app.clock.set(nextNight);
  await compareNow(app);
  assert.deepEqual(
    api.requests.map(({ query }) => query['date']),
    ['2027-03-07', '2027-03-08', '2027-03-09', '2027-03-10'],
  );
  api.requests = [];
  app.clock.set('2027-03-20T00:07:00Z');
  await compareNow(app);
  assert.equal(api.requests[0]?.query['date'], '2027-03-08', 'after nine days without one');
  const rows = await app.db
    .selectFrom('provider_comparisons')
    .select(['from_day', 'to_day', 'month'])
    .orderBy('night')
    .execute();
  assert.deepEqual(rows, [
    { from_day: '2027-03-06', to_day: '2027-03-09', month: '2027-02-01' },
    { from_day: '2027-03-07', to_day: '2027-03-10', month: null },
    { from_day: '2027-03-08', to_day: '2027-03-19', month: null },
  ]);
});

test('outside the night nothing is compared unless an administrator asks', async () => {
  for (const time of ['2027-03-09T23:59:00Z', '2027-03-10T03:00:00Z']) {
    app.clock.set(time);
    await compareNow(app);
  }
  assert.deepEqual(api.requests, []);
});

test('a payment for a deleted record can be recorded as a credit, and a late notification counts it once', async () => {
  const reference = await pledged(app);
  const { token } = await naledi(app);
  await callApi(app, deleteDonation, { params: { id: reference } }, { token });
  api.rows = [row({ providerId: '14', reference })];
  await compareNow(app);
  assert.deepEqual(await kinds(), ['unrecorded']);
  const [difference] = await differences(app);
  assert.match(describeDifference(difference!).what, /for DON-\d+, which was deleted, on/);
  const recorded = await callApi(
    app,
    recordDifference,
    { params: { id: difference!.id } },
    { token },
  );
  assert.deepEqual(recorded.data, { isCredit: true });
  await notify(app, 'donation', signed(toldOf(reference, { pf_payment_id: '14' })));
  await judgeDue(app);
  const payments = app.db.selectFrom('payments').select('credit_cents');
  assert.deepEqual(await payments.where('external_reference', '=', 'payfast:14').execute(), [
    { credit_cents: 45_000 },
  ]);
});

test('a payment for a deleted invoice whose audit entry was erased is named as one of a deleted record', async () => {
  const { memberId } = await registered(app, { email: 'of-deleted@example.org' });
  const form = { memberId, amount: 450, paymentType: 'Credit Card' } as const;
  const { id: reference } = await createInvoice(app.ctx(), form);
  const { token } = await naledi(app);
  await callApi(app, deleteInvoice, { params: { id: reference } }, { token });
  const entry = await app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_id', '=', reference)
    .where('action', '=', 'deleteInvoice')
    .executeTakeFirstOrThrow();
  await inTransaction(app.ctx(), async (inside) => {
    await sources.auditDetails[0]?.erase(inside, [String(entry.id)]);
  });
  api.rows = [row({ providerId: '15', reference })];
  await compareNow(app);
  const [difference] = await differences(app);
  assert.match(describeDifference(difference!).what, /for a record that was deleted on/);
  const params = { id: difference!.id };
  const { data } = await callApi(app, recordDifference, { params }, { token });
  assert.deepEqual(data, { isCredit: true });
  const recorded = await app.db
    .selectFrom('audit_entries')
    .select('subject_name')
    .where('subject_id', '=', params.id)
    .executeTakeFirstOrThrow();
  assert.equal(recorded.subject_name, '15 for a deleted record');
});

test('a payment without its notification can be recorded, and one for an unknown record not', async () => {
  const reference = await pledged(app);
  api.rows = [
    row({ providerId: '11', reference }),
    row({ providerId: '12', reference: randomUUID() }),
    row({ providerId: '13', reference: 'Order of Thandi Dlamini' }),
  ];
  await compareNow(app);
  assert.deepEqual(await kinds(), ['unknown-record', 'unknown-record', 'unrecorded']);
  const stored = await app.db.selectFrom('provider_transactions').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(stored), /Dlamini|Ngũgĩ/, 'no names are stored');
});

test('a payment for an invoice is found by the id of the invoice', async () => {
  const { invoiceId } = await registered(app, { email: 'by-id@example.org' });
  api.rows = [row({ providerId: '21', reference: invoiceId.toUpperCase() })];
  await compareNow(app);
  const [difference] = await differences(app);
  assert.deepEqual(
    [difference?.kind, difference?.record?.kind, difference?.record?.id],
    ['unrecorded', 'subscription', invoiceId],
  );
});

test('a record that an administrator marked as paid by card is no difference, one paid by EFT is', async () => {
  const byCard = await pledged(app);
  const byEft = await pledged(app);
  const source = 'administrator' as const;
  await settleDonation(app.ctx(), { donationId: byCard, source, paidBy: 'Credit Card' });
  await settleDonation(app.ctx(), { donationId: byEft, source, paidBy: 'EFT' });
  api.rows = [
    row({ providerId: '31', reference: byCard }),
    row({ providerId: '32', reference: byEft }),
  ];
  await compareNow(app);
  assert.deepEqual(
    (await differences(app)).map(({ kind, record }) => [kind, record?.id, record?.isOpen]),
    [['unrecorded', byEft, false]],
  );
});

test('a payment here that PayFast does not list is a difference after two days, until it is listed', async () => {
  const providerId = nextNumber();
  await paidDonation(app, { providerId, paidOn: '2027-03-09' });
  await compareNow(app);
  assert.deepEqual(await kinds(), [], 'it may still appear');
  app.clock.set(nextNight);
  await compareNow(app);
  const [difference] = await differences(app);
  assert.deepEqual(
    [difference?.kind, difference?.providerId, difference?.amountHere, difference?.day],
    ['not-there', providerId, 450, '2027-03-09'],
  );
  api.rows = [row({ providerId, date: '2027-03-09 23:59:59' })];
  app.clock.set('2027-03-12T00:07:00Z');
  await compareNow(app);
  assert.deepEqual(await kinds(), []);
});

test('a card payment of the rest, whose notification was lost, can be recorded', async () => {
  const { invoiceId } = await registered(app, { email: 'rest-by-card@example.org' });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', amountCents: 20_000 });
  api.rows = [row({ providerId: nextNumber(), reference: invoiceId, gross: 25_000 })];
  await compareNow(app);
  assert.deepEqual(await kinds(), ['unrecorded']);
});

test('an amount that differs by a cent is a difference, recorded or not', async () => {
  const providerId = nextNumber();
  const recorded = await paidDonation(app, { providerId, paidOn: '2027-03-08' });
  const unrecorded = await pledged(app);
  api.rows = [
    row({ providerId, reference: recorded, gross: 45_001 }),
    row({ providerId: '41', reference: unrecorded, gross: 44_999 }),
  ];
  await compareNow(app);
  assert.deepEqual(
    (await differences(app))
      .map(({ kind, amountHere, amountThere }) => `${kind} ${amountHere} ${amountThere}`)
      .toSorted(),
    ['amount 450 450.01', 'unrecorded null 449.99'],
  );
});

test('a fee that differs from the one of the notification is a difference', async () => {
  const id = await pledged(app);
  const providerId = nextNumber();
  const told = toldOf(id, { pf_payment_id: providerId, amount_fee: '-10.35' });
  await notify(app, 'donation', signed(told));
  await judgeDue(app);
  api.rows = [row({ providerId, reference: id, date: '2027-03-09 10:00:00', fee: -1100 })];
  await compareNow(app);
  assert.deepEqual(
    (await differences(app)).map(({ kind, amountHere, amountThere }) => [
      kind,
      amountHere,
      amountThere,
    ]),
    [['fee', -10.35, -11]],
  );
});

test('two payments for one record are a difference until one is paid back', async () => {
  const providerId = nextNumber();
  const reference = await paidDonation(app, { providerId, paidOn: '2027-03-08' });
  const second = { providerId: nextNumber(), reference };
  await settleDonation(app.ctx(), {
    donationId: reference,
    source: 'payfast',
    externalReference: `payfast:${second.providerId}`,
    paidOn: '2027-03-08',
  });
  api.rows = [row({ providerId, reference }), row(second)];
  await compareNow(app);
  const [difference, ...more] = await differences(app);
  assert.deepEqual(
    [difference?.kind, difference?.amountHere, difference?.amountThere, more.length],
    ['paid-twice', 450, 900, 0],
  );
  api.rows.push(row({ ...second, type: 'FUNDS_RECEIVED_REVERSAL', gross: -45_000, fee: 0 }));
  app.clock.set(nextNight);
  await compareNow(app);
  assert.deepEqual(await kinds(), ['reversed']);
});

test('a payment that was paid back is a difference until it is undone here', async () => {
  const providerId = nextNumber();
  const reference = await paidDonation(app, { providerId, paidOn: '2027-03-08' });
  const refund = { providerId, reference, gross: -45_000, fee: 0 };
  api.rows = [
    row({ providerId, reference }),
    row({ ...refund, date: '2027-03-09 08:00:00', type: 'FUNDS_RECEIVED' }),
  ];
  await compareNow(app);
  assert.deepEqual(
    (await differences(app)).map(({ kind, amountHere, amountThere }) => [
      kind,
      amountHere,
      amountThere,
    ]),
    [['reversed', 450, -450]],
  );
  const { userId } = await registered(app, { email: 'closes@example.org' });
  await app.db
    .updateTable('payments')
    .set({ reversed_at: app.clock.now(), reversed_by: userId, reversed_reason: 'Paid back' })
    .where('donation_id', '=', reference)
    .execute();
  app.clock.set(nextNight);
  await compareNow(app);
  assert.deepEqual(await kinds(), []);
});

/** An invoice that was paid twice by card. The second payment is a credit, and pays another invoice. */
async function carriedOn(name: string, typeName = 'Individual') {
  const { invoiceId } = await registered(app, { email: `${name}@example.org` });
  const memberTypeId = await typeId(app, typeName);
  const other = await registered(app, { email: `${name}-other@example.org`, memberTypeId });
  const [first, second] = [nextNumber(), nextNumber()];
  for (const providerId of [first, second]) {
    await settleInvoice(app.ctx(), {
      invoiceId,
      source: 'payfast',
      externalReference: `payfast:${providerId}`,
      paidOn: '2027-03-08',
    });
  }
  const { id: paymentId } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('external_reference', '=', `payfast:${second}`)
    .executeTakeFirstOrThrow();
  const { id: userId } = await naledi(app);
  const by = { userId, role: 'Admin', sessionId: randomUUID(), memberId: null };
  const ctx = { ...app.ctx(), by };
  await carryCredit(ctx, paymentId, { invoiceId: other.invoiceId, amount: 450 });
  return { ctx, invoiceId, first, second, paymentId, other: other.invoiceId };
}

test('money that was carried on and then paid back is a difference until it is refunded here', async () => {
  const { ctx, invoiceId, first, second, paymentId, other } = await carriedOn('charged-back');
  const reference = invoiceId;
  api.rows = [row({ providerId: first, reference }), row({ providerId: second, reference })];
  await compareNow(app);
  assert.deepEqual(await kinds(), [], 'the second payment is used, not too much');
  api.rows.push(
    row({ providerId: second, reference, gross: -45_000, fee: 0, date: '2027-03-09 08:00:00' }),
  );
  app.clock.set(nextNight);
  await compareNow(app);
  assert.deepEqual(
    (await differences(app)).map(({ kind, providerId, amountHere, amountThere }) => [
      kind,
      providerId,
      amountHere,
      amountThere,
    ]),
    [['reversed', second, 450, -450]],
  );
  const carried = await app.db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', other)
    .executeTakeFirstOrThrow();
  await undoPayment(ctx, carried.id, { reason: 'Charged back' });
  await refundCredit(ctx, paymentId, { amount: 450, refundedOn: '2027-03-09' });
  app.clock.set('2027-03-12T00:07:00Z');
  await compareNow(app);
  assert.deepEqual(await kinds(), []);
});

test('money that was carried on, came back and was refunded is no difference', async () => {
  const { ctx, invoiceId, first, second, other } = await carriedOn('carried-back', familyTypeName);
  const reference = invoiceId;
  api.rows = [
    row({ providerId: first, reference }),
    row({ providerId: second, reference }),
    row({ providerId: second, reference, gross: -45_000, fee: 0, date: '2027-03-08 16:00:00' }),
  ];
  await compareNow(app);
  assert.deepEqual(await kinds(), ['reversed']);
  await voidInvoice(ctx, other, 'Left');
  const { id } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', other)
    .executeTakeFirstOrThrow();
  app.clock.set(nextNight);
  await compareNow(app);
  assert.deepEqual(await kinds(), ['reversed'], 'it is held as a credit');
  await refundCredit(ctx, id, { amount: 450, refundedOn: '2027-03-10' });
  app.clock.set('2027-03-12T00:07:00Z');
  await compareNow(app);
  assert.deepEqual(await kinds(), []);
});

test('money that was carried on must be in the list', async () => {
  const { invoiceId, first, second } = await carriedOn('carried-not-there');
  api.rows = [row({ providerId: first, reference: invoiceId })];
  app.clock.set(nextNight);
  await compareNow(app);
  assert.deepEqual(
    (await differences(app)).map(({ kind, providerId }) => [kind, providerId]),
    [['not-there', second]],
  );
});

test('a payment that was paid back before it was recorded is no difference', async () => {
  const reference = await pledged(app);
  api.rows = [
    row({ providerId: '61', reference }),
    row({ providerId: '61', reference, gross: -45_000, fee: 0, type: 'REFUND' }),
  ];
  await compareNow(app);
  assert.deepEqual(await kinds(), []);
});

test('an unknown type is shown, once for all of its transactions', async () => {
  api.rows = [
    row({ type: 'PAYOUT', gross: -500_000, fee: 0 }),
    row({ type: 'PAYOUT', gross: -600_000, fee: 0, date: '2027-03-09 01:00:00' }),
    row({ type: 'LEVY', gross: -200, fee: 0, providerId: '71' }),
  ];
  await compareNow(app);
  assert.deepEqual((await differences(app)).map(({ kind, type }) => `${kind} ${type}`).toSorted(), [
    'unknown-type LEVY',
    'unknown-type PAYOUT',
  ]);
});

test('a payment of the payer of the sandbox is a difference, and is not offered for recording', async () => {
  const reference = await pledged(app);
  api.rows = [row({ providerId: '81', reference, party: 'Test User 01' })];
  await compareNow(app);
  assert.deepEqual(await kinds(), ['test-row']);
});

test('a balance that does not follow from the transactions is a difference of its day', async () => {
  api.rows = [
    row({ type: 'LEVY', gross: 1000, fee: 0, date: '2027-03-07 10:00:00', balance: 1000 }),
    row({ type: 'LEVY', gross: 2000, fee: 0, date: '2027-03-08 10:00:00', balance: 3000 }),
    row({ type: 'LEVY', gross: 500, fee: 0, date: '2027-03-09 10:00:00', balance: 4500 }),
  ];
  await compareNow(app);
  const [difference] = (await differences(app)).filter(({ kind }) => kind === 'balance');
  assert.deepEqual(
    [difference?.day, difference?.amountHere, difference?.amountThere],
    ['2027-03-09', 5, 15],
  );
  api.rows.push(
    row({ type: 'LEVY', gross: 1000, fee: 0, date: '2027-03-09 09:00:00', balance: 4000 }),
  );
  app.clock.set(nextNight);
  await compareNow(app);
  assert.deepEqual(await kinds(), ['unknown-type']);
});

test('a transaction of the last ten minutes waits for its notification', async () => {
  const reference = await pledged(app);
  app.clock.set('2027-03-10T08:00:00Z');
  const { userId } = await registered(app, { email: `${randomUUID()}@example.org` });
  const ask = () =>
    app.db
      .insertInto('provider_comparisons')
      .values({
        id: randomUUID(),
        requested_by: userId,
        requested_at: app.clock.now(),
        next_attempt_at: app.clock.now(),
      })
      .execute();
  api.rows = [row({ providerId: '91', reference, date: '2027-03-10 09:51:00' })];
  await ask();
  await compareNow(app);
  assert.deepEqual(await kinds(), []);
  app.clock.set('2027-03-10T08:01:00Z');
  await ask();
  await compareNow(app);
  assert.deepEqual(await kinds(), ['unrecorded']);
});

test('a repeated comparison changes nothing, and mails nothing again', async () => {
  const reference = await pledged(app);
  api.rows = [row({ providerId: '101', reference }), row({ type: 'PAYOUT', gross: -1, fee: 0 })];
  await compareNow(app);
  const first = await differences(app);
  const transactions = await app.db.selectFrom('provider_transactions').selectAll().execute();
  const mails = () => app.db.selectFrom('mails').select('kind').execute();
  const mailed = await mails();
  app.clock.set(nextNight);
  await compareNow(app);
  assert.deepEqual(await differences(app), first);
  assert.deepEqual(
    await app.db.selectFrom('provider_transactions').selectAll().execute(),
    transactions,
  );
  assert.deepEqual(await mails(), mailed);
});

test('1,001 payments of a day are all compared', async () => {
  api.rows = Array.from({ length: 1001 }, (_, n) =>
    row({ providerId: `many-${n}`, type: 'LEVY', gross: -100, fee: 0 }),
  );
  await compareNow(app);
  const { count } = await app.db
    .selectFrom('provider_transactions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), 1001);
});
