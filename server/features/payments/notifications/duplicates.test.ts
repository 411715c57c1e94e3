import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDonation } from '#contract/donations/endpoints.ts';
import { getInvoice, processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { judgeNotificationAgain } from '#contract/payments/notifications.ts';
import type { Field } from '#server/platform/payfast/fields.ts';
import { callApi } from '#test/support/call.ts';
import { membershipOf, rowsOf } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import {
  judgeDue,
  notify,
  pledged,
  shown,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { openTestApp } from '#test/support/app.ts';
import { notificationDepsOf, processNotification } from './process-notification.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const { token } = await naledi(app);
let people = 0;

async function waitsForPayment() {
  const email = `copies-${++people}@example.org`;
  return registered(app, { email, paymentType: 'Credit Card' });
}

const verdictsOf = async (id: string) => (await shown(app, id)).map(({ verdict }) => verdict);
const counts = (verdicts: unknown[]) =>
  Object.fromEntries(
    [...new Set(verdicts)].map((verdict) => [
      verdict,
      verdicts.filter((other) => other === verdict).length,
    ]),
  );

/** Asserts one payment that the invoice points to, one period and one receipt. */
async function assertPaidOnce(
  { memberId, invoiceId }: { memberId: string; invoiceId: string },
  credits = 0,
) {
  const { payments, invoice, mails } = await rowsOf(app, invoiceId);
  assert.equal(payments.length, 1 + credits);
  assert.equal(payments.filter(({ id }) => id === invoice.payment_id).length, 1);
  const receipts = mails.filter(({ kind }) => kind === 'receipt');
  assert.equal(receipts.length, 1);
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.periods.length], ['Active', 1]);
  const { data } = await callApi(app, getInvoice, { params: { id: invoiceId } });
  assert.deepEqual([data.state, data.isPaid], ['paid', true]);
}

for (const copies of [5, 20]) {
  test(`${copies} concurrent copies pay once, with one receipt and one period`, async () => {
    const member = await waitsForPayment();
    const body = signed(toldOf(member.invoiceId));
    const replies = await Promise.all(
      Array.from({ length: copies }, () => notify(app, 'subscription', body)),
    );
    assert.ok(replies.every(({ statusCode }) => statusCode === 200));
    await judgeDue(app);
    const verdicts = counts(await verdictsOf(member.invoiceId));
    assert.deepEqual(verdicts, { settled: 1, already: copies - 1 });
    await assertPaidOnce(member);
  });
}

test('twenty concurrent workers process one notification once', async () => {
  const member = await waitsForPayment();
  await notify(app, 'subscription', signed(toldOf(member.invoiceId)));
  const [row] = await shown(app, member.invoiceId);
  provider.asked.length = 0;
  const outcomes = await concurrently(20, () =>
    processNotification(notificationDepsOf(app), row!.id),
  );
  assert.deepEqual(failed(outcomes), []);
  assert.equal(provider.asked.length, 1);
  assert.deepEqual(await verdictsOf(member.invoiceId), ['settled']);
  await assertPaidOnce(member);
});

test('fifteen copies over months change no date', async () => {
  const member = await waitsForPayment();
  const body = signed(toldOf(member.invoiceId));
  const start = app.clock.now();
  for (let month = 0; month < 15; month++) {
    await notify(app, 'subscription', body);
    await judgeDue(app);
    app.clock.set(new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString());
  }
  app.clock.set(start.toISOString());
  assert.deepEqual(counts(await verdictsOf(member.invoiceId)), { settled: 1, already: 14 });
  await assertPaidOnce(member);
  const { periods } = await membershipOf(app, member.memberId);
  assert.deepEqual(periods, [['2027-03-10', '2028-03-09']]);
});

test('a second payment of a paid invoice is stored as a credit and sends no mail', async () => {
  const member = await waitsForPayment();
  const second = signed(toldOf(member.invoiceId));
  await notify(app, 'subscription', signed(toldOf(member.invoiceId)));
  await judgeDue(app);
  const before = (await rowsOf(app, member.invoiceId)).mails.length;
  for (let copy = 0; copy < 2; copy++) {
    await notify(app, 'subscription', second);
    await judgeDue(app);
  }
  assert.equal((await rowsOf(app, member.invoiceId)).mails.length, before);
  assert.deepEqual(counts(await verdictsOf(member.invoiceId)), {
    settled: 1,
    credit: 1,
    already: 1,
  });
  await assertPaidOnce(member, 1);

  // Processing it again does not turn the credit into a duplicate.
  const [credit] = await shown(app, member.invoiceId, 'credit');
  const again = await callApi(
    app,
    judgeNotificationAgain,
    { params: { id: credit!.id } },
    { token },
  );
  assert.equal(again.data.verdict, 'credit');
});

test('of two concurrent payments of one invoice, one pays it and the other is a credit', async () => {
  const member = await waitsForPayment();
  const bodies = [1, 2].map(() => signed(toldOf(member.invoiceId)));
  await Promise.all(bodies.map((body) => notify(app, 'subscription', body)));
  await judgeDue(app);
  assert.deepEqual(counts(await verdictsOf(member.invoiceId)), { settled: 1, credit: 1 });
  await assertPaidOnce(member, 1);
});

test('a payment of a void invoice is stored as a credit, and the invoice stays void', async () => {
  const { memberId, invoiceId } = await waitsForPayment();
  await notify(app, 'subscription', signed(toldOf(invoiceId)));
  await app.db
    .updateTable('invoices')
    .set({ voided_at: app.clock.now(), void_reason: 'Registered again' })
    .where('id', '=', invoiceId)
    .execute();
  await judgeDue(app);
  assert.deepEqual(await verdictsOf(invoiceId), ['credit']);
  const { payments, invoice, mails } = await rowsOf(app, invoiceId);
  assert.deepEqual([payments.length, invoice.payment_id], [1, null]);
  assert.deepEqual([payments[0]!.amount_cents, mails], [45_000, []]);
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.periods], ['Pending', []]);
  const { data } = await callApi(app, getInvoice, { params: { id: invoiceId } });
  assert.equal(data.state, 'void');
});

for (const status of ['FAILED', 'CANCELLED', 'PENDING']) {
  const withStatus = (paid: Field[]) =>
    paid.map((field) => (field.name === 'payment_status' ? { ...field, value: status } : field));

  test(`${status} after COMPLETE changes nothing, and the invoice stays paid`, async () => {
    const member = await waitsForPayment();
    const paid = toldOf(member.invoiceId);
    for (const fields of [paid, withStatus(paid)]) {
      await notify(app, 'subscription', signed(fields));
      await judgeDue(app);
    }
    await assertPaidOnce(member);
    assert.equal((await rowsOf(app, member.invoiceId)).invoice.card_outcome, null);
  });

  test(`${status} and COMPLETE processed concurrently leave the invoice paid`, async () => {
    const member = await waitsForPayment();
    const paid = toldOf(member.invoiceId);
    await notify(app, 'subscription', signed(withStatus(paid)));
    await notify(app, 'subscription', signed(paid));
    await judgeDue(app);
    await assertPaidOnce(member);
  });
}

test('one payment of the provider reported for two records pays the first, and the second is refused', async () => {
  const one = await waitsForPayment();
  const other = await waitsForPayment();
  const donation = await pledged(app);
  const pf_payment_id = '424242';
  await notify(app, 'subscription', signed(toldOf(one.invoiceId, { pf_payment_id })));
  await judgeDue(app);
  await notify(app, 'subscription', signed(toldOf(other.invoiceId, { pf_payment_id })));
  await notify(app, 'donation', signed(toldOf(donation, { pf_payment_id })));
  await judgeDue(app);
  await assertPaidOnce(one);
  for (const id of [other.invoiceId, donation]) {
    const [row] = await shown(app, id);
    assert.equal(row?.verdict, 'refused');
    assert.equal(row.checks.at(-1)?.outcome, 'failed');
    assert.match(row.checks.at(-1)?.words ?? '', /counted for another record/);
  }
  const { data } = await callApi(app, getDonation, { params: { id: donation } });
  assert.equal(data.state, 'unpaid');
  assert.equal((await rowsOf(app, other.invoiceId)).payments.length, 0);
});

test('a notification and a concurrent Process Payment pay once', async () => {
  for (let round = 0; round < 4; round++) {
    const member = await waitsForPayment();
    const params = { id: member.invoiceId };
    await notify(app, 'subscription', signed(toldOf(member.invoiceId)));
    const [, processed] = await Promise.all([
      judgeDue(app),
      callApi(app, processInvoicePayment, { params }, { token }),
    ]);
    assert.equal(processed.status, 200);
    const [verdict] = await verdictsOf(member.invoiceId);
    // If the administrator is second, it is a repeat. If the provider is second, it is a credit.
    await assertPaidOnce(member, verdict === 'settled' ? 0 : 1);
  }
});
