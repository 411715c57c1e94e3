import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  comparisonTexts,
  dismissDifference,
  getComparison,
  recordDifference,
  startComparison,
} from '#contract/payments/comparison.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { naledi, registered } from '#test/support/people.ts';
import { addUnrecorded, compareNow, differences } from '#test/support/payfast/comparing.ts';
import { openHistoryServer } from '#test/support/payfast/history-server.ts';
import { judgeDue, notify, shown, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';

const api = await openHistoryServer();
after(() => api.close());
const provider = await openProvider();
const app = await openTestApp({
  PAYFAST_API_URL: api.url,
  PAYFAST_VALIDATE_URL: provider.url,
});
const { token } = await naledi(app);
const as = { token };

const record = (id: string) => callApi(app, recordDifference, { params: { id } }, as);
const dismiss = (id: string, reason = 'Another shop of ours') =>
  callApi(app, dismissDifference, { params: { id }, body: { reason } }, as);
const paymentsOf = (donationId: string) =>
  app.db.selectFrom('payments').selectAll().where('donation_id', '=', donationId).execute();
const mailsOf = async (donationId: string) =>
  (await app.db.selectFrom('mails').select(['kind', 'about']).execute()).filter(({ about }) =>
    JSON.stringify(about).includes(donationId),
  );

test('the whole money is recorded if a part was paid in another way meanwhile', async () => {
  const { invoiceId } = await registered(app, { email: 'part-of-listed@example.org' });
  const { id } = await addUnrecorded(app, { providerId: '609', recordId: invoiceId });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', amountCents: 20_000 });
  assert.equal((await record(id)).status, 200);
  const payments = await app.db
    .selectFrom('payments')
    .select(['amount_cents', 'counted_cents', 'credit_cents'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('counted_cents')
    .execute();
  assert.deepEqual(payments, [
    { amount_cents: 20_000, counted_cents: 20_000, credit_cents: 0 },
    { amount_cents: 45_000, counted_cents: 25_000, credit_cents: 20_000 },
  ]);
});

test('a payment whose notification was lost is recorded as the notification would have been', async () => {
  const { id, recordId: donationId } = await addUnrecorded(app, { providerId: '601' });
  const { status, data } = await record(id);
  assert.deepEqual([status, data], [200, { isCredit: false }]);
  const [payment, ...more] = await paymentsOf(donationId);
  assert.equal(more.length, 0);
  assert.deepEqual(
    [payment?.external_reference, payment?.source, payment?.method, payment?.paid_on],
    ['payfast:601', 'payfast', 'Credit Card', '2027-03-09'],
  );
  assert.deepEqual(
    (await mailsOf(donationId)).map(({ kind }) => kind),
    ['donation-thanks'],
  );
  assert.deepEqual(await differences(app), []);
  await notify(app, 'donation', signed(toldOf(donationId, { pf_payment_id: '601' })));
  await judgeDue(app);
  assert.equal((await shown(app, donationId))[0]?.verdict, 'already');
  assert.equal((await paymentsOf(donationId)).length, 1);
});

test('twenty presses at once record one payment', async () => {
  const { id, recordId: donationId } = await addUnrecorded(app, { providerId: '611' });
  const outcomes = await concurrently(20, () => record(id));
  const statuses = outcomes.map((one) => (one.status === 'fulfilled' ? one.value.status : 0));
  assert.deepEqual(
    [statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 409).length],
    [1, 19],
  );
  assert.equal((await paymentsOf(donationId)).length, 1);
  assert.equal((await mailsOf(donationId)).length, 1);
});

test('a payment for a record that is already paid is recorded as a credit, without a mail to the payer', async () => {
  const { id, recordId: donationId } = await addUnrecorded(app, { providerId: '621' });
  await settleDonation(app.ctx(), { donationId, source: 'administrator', paidBy: 'EFT' });
  const before = (await mailsOf(donationId)).length;
  assert.deepEqual((await record(id)).data, { isCredit: true });
  assert.equal((await paymentsOf(donationId)).length, 2);
  assert.equal((await mailsOf(donationId)).length, before);
});

test('if the amount of the record was changed since, the money is recorded as a credit', async () => {
  const { id, recordId: donationId } = await addUnrecorded(app, { providerId: '631' });
  await app.db
    .updateTable('donations')
    .set({ amount_cents: 40_000 })
    .where('id', '=', donationId)
    .execute();
  assert.deepEqual((await record(id)).data, { isCredit: true });
  const [payment] = await paymentsOf(donationId);
  assert.deepEqual([payment?.counted_cents, payment?.credit_cents], [0, 45_000]);
});

test('only an open difference of an unrecorded payment can be recorded', async () => {
  const { id } = await addUnrecorded(app, { providerId: '641' });
  for (const kind of ['amount', 'unknown-record', 'test-row'] as const) {
    await app.db.updateTable('payment_differences').set({ kind }).where('id', '=', id).execute();
    const { status, message } = await record(id);
    assert.deepEqual([status, message], [409, comparisonTexts.notRecordable]);
  }
  await dismiss(id);
  const { status, message } = await record(id);
  assert.deepEqual([status, message], [409, comparisonTexts.isGone]);
});

test('a payment that was counted for another record is not recorded', async () => {
  const { id } = await addUnrecorded(app, { providerId: '651' });
  const other = await addUnrecorded(app, { providerId: '652' });
  await settleDonation(app.ctx(), {
    donationId: other.recordId,
    source: 'payfast',
    externalReference: 'payfast:651',
  });
  const { status, message } = await record(id);
  assert.deepEqual([status, message], [409, comparisonTexts.countedElsewhere]);
  await dismiss(id);
  await dismiss(other.id);
});

test('a dismissed difference keeps the reason, and does not come back', async () => {
  api.rows = [{ date: '2027-03-09 09:00:00', gross: 9900, providerId: '661', fee: 0 }];
  await callApi(app, startComparison, {}, as);
  await compareNow(app);
  const find = async () => (await differences(app)).find(({ providerId }) => providerId === '661');
  const difference = await find();
  assert.ok(difference);
  assert.equal(difference.kind, 'unknown-record');
  assert.equal((await dismiss(difference.id)).status, 200);
  assert.equal((await dismiss(difference.id, 'again')).status, 200);
  await callApi(app, startComparison, {}, as);
  await compareNow(app);
  assert.equal(await find(), undefined);
  const row = await app.db
    .selectFrom('payment_differences')
    .selectAll()
    .where('id', '=', difference.id)
    .executeTakeFirstOrThrow();
  assert.equal(row.dismissed_reason, 'Another shop of ours');
  assert.equal((await dismiss(difference.id, ' ')).status, 400);
});

test('an administrator compares today, too; while one waits, a second press starts no other', async () => {
  api.requests = [];
  const replies = await concurrently(20, () => callApi(app, startComparison, {}, as));
  assert.ok(replies.every((reply) => reply.status === 'fulfilled' && reply.value.status === 200));
  const { data } = await callApi(app, getComparison, {}, as);
  assert.deepEqual([data.isOn, data.isRunning], [true, true]);
  await compareNow(app);
  assert.deepEqual(
    api.requests.map(({ query }) => query['date']),
    ['2027-03-06', '2027-03-07', '2027-03-08', '2027-03-09', '2027-03-10'],
  );
});

test('without a live account a press is refused with the reason', async () => {
  const off = await openTestApp();
  const { token: other } = await naledi(off);
  const { data } = await callApi(off, getComparison, {}, { token: other });
  assert.deepEqual([data.isOn, data.isRunning, data.isOverdue], [false, false, false]);
  const { status, message } = await callApi(off, startComparison, {}, { token: other });
  assert.deepEqual([status, message], [409, comparisonTexts.isOff]);
});
