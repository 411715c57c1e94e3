import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { closeCredit } from '#contract/payments/credits.ts';
import { getPaymentSummary, paymentTexts } from '#contract/payments/endpoints.ts';
import { createInvoice } from '#server/features/invoices/create-invoice.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';

const app = await openTestApp();
const admin = await naledi(app);
const settle = (invoiceId: string) =>
  settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
const read = (type: 'subscription' | 'donation', id: string, manner: { token?: string } = {}) =>
  callApi(app, getPaymentSummary, { params: { type, id } }, manner);

test('a paid membership shows its number and its end, and the name only as initials', async () => {
  const thandi = await registered(app, { email: 'thandi@example.org' });
  const other = await registered(app, { email: 'other@example.org' });
  await settle(thandi.invoiceId);
  const { status, data, text, headers } = await read('subscription', thandi.invoiceId);
  assert.equal(status, 200);
  assert.match(data.reference, /^INV-\d{5}$/);
  const { membership, amount } = data;
  assert.equal(amount, 450);
  assert.match(membership?.number ?? '', /^\d{5}$/);
  assert.deepEqual([membership?.name, membership?.validUntil], ['T. D.', '2028-03-09']);
  assert.doesNotMatch(text, /Thandi|example\.org/);
  assert.equal(headers['cache-control'], 'no-store');

  const nameFor = async (token: string) =>
    (await read('subscription', thandi.invoiceId, { token })).data.membership?.name;
  assert.equal(await nameFor(await tokenOf(app, thandi.userId)), 'Thandi Dlamini');
  assert.equal(await nameFor(admin.token), 'Thandi Dlamini');
  assert.equal(await nameFor(await tokenOf(app, other.userId)), 'T. D.');
});

test('an invoice for something else and a donation show the reference and the amount only', async () => {
  const { memberId } = await registered(app, { email: 'cap@example.org' });
  const { id } = await createInvoice(app.ctx(), {
    memberId,
    line: 'A cap',
    amount: 120,
    paymentType: 'EFT',
  });
  await settle(id);
  const { data } = await read('subscription', id);
  assert.deepEqual([data.amount, data.membership], [120, null]);
  const donationId = await pledged(app);
  await settleDonation(app.ctx(), { donationId, source: 'administrator' });
  const donation = (await read('donation', donationId)).data;
  assert.match(donation.reference, /^DON-\d{5}$/);
  assert.equal(donation.membership, null);
});

test('it answers nothing before the payment, a day after it, and for another kind', async () => {
  const { invoiceId } = await registered(app, { email: 'late@example.org' });
  const answer = async (kind: 'subscription' | 'donation' = 'subscription', id = invoiceId) => {
    const { status, message } = await read(kind, id);
    if (status !== 200) assert.equal(message, paymentTexts.unknown);
    return status;
  };
  assert.equal(await answer(), 404);
  await settle(invoiceId);
  assert.deepEqual(
    [await answer(), await answer('donation'), await answer('subscription', randomUUID())],
    [200, 404, 404],
  );
  app.clock.set('2027-03-11T08:00:01Z');
  assert.equal(await answer(), 404);
});

test('money that is held is answered also for a record that is not paid, until it is dealt with', async () => {
  const { invoiceId } = await registered(app, { email: 'held@example.org' });
  await settleInvoice(app.ctx(), {
    invoiceId,
    source: 'payfast',
    externalReference: 'payfast:held',
    amountCents: 44_999,
    wasAsked: false,
  });
  const held = async () => {
    const { data } = await read('subscription', invoiceId);
    return [data.amount, data.received, data.held, data.membership];
  };
  assert.deepEqual(await held(), [450, 0, 449.99, null]);
  const body = { reason: 'Asked for twice' };
  const as = { token: (await naledi(app)).token };
  await callApi(app, voidInvoice, { params: { id: invoiceId }, body }, as);
  assert.deepEqual(await held(), [450, 0, 449.99, null]);
  const credits = await app.db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  await callApi(app, closeCredit, { params: { id: credits.id }, body }, as);
  assert.equal((await read('subscription', invoiceId)).status, 404);
});

const card = (externalReference: string, amountCents: number) =>
  ({ source: 'payfast', externalReference: `payfast:${externalReference}`, amountCents }) as const;

test('a part counts and is not held, and says for a day whether it came by card', async () => {
  const { invoiceId } = await registered(app, { email: 'parts@example.org' });
  const parts = async () => {
    const { held, paid, isPaidByCard } = (await read('subscription', invoiceId)).data;
    return [held, paid, isPaidByCard];
  };
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', amountCents: 5000 });
  assert.deepEqual(await parts(), [0, 50, false]);
  await settleInvoice(app.ctx(), { invoiceId, ...card('part', 25_000) });
  assert.deepEqual(await parts(), [0, 300, true]);
  app.clock.set('2027-03-12T08:00:01Z');
  assert.deepEqual(await parts(), [0, 300, false]);
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', amountCents: 25_000 });
  const { amount, received } = (await read('subscription', invoiceId)).data;
  assert.deepEqual([amount, received, ...(await parts())], [450, 250, 100, 0, false]);
});

test('a second card payment has no receipt, and is answered for a day', async () => {
  const { invoiceId } = await registered(app, { email: 'twice@example.org' });
  const donationId = await pledged(app);
  await settleInvoice(app.ctx(), { invoiceId, ...card('one', 45_000) });
  await settleDonation(app.ctx(), { donationId, ...card('gift', 45_000) });
  const isReceipted = async () => [
    (await read('subscription', invoiceId)).data.isReceipted,
    (await read('donation', donationId)).data.isReceipted,
  ];
  assert.deepEqual(await isReceipted(), [true, true]);
  app.clock.set('2027-03-15T08:00:00Z');
  await settleInvoice(app.ctx(), { invoiceId, ...card('two', 45_000) });
  await settleDonation(app.ctx(), { donationId, ...card('gift-two', 45_000) });
  assert.deepEqual(await isReceipted(), [false, false]);
  assert.equal((await read('donation', donationId)).data.held, 450);
});
