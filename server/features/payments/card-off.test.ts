import assert from 'node:assert/strict';
import { test } from 'node:test';
import { donate, listDonationTypes } from '#contract/donations/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { createInvoice, updateInvoice } from '#contract/invoices/admin-endpoints.ts';
import { getPaymentForm, notifySubscription, paymentTexts } from '#contract/payments/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { generateInvoice } from '#contract/renewals/endpoints.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import { renderEmail } from '#server/emails.ts';
import { callApi } from '#test/support/call.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { naledi, registered, thandisForm } from '#test/support/people.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp({ PAYFAST_MODE: 'off' });
const { token } = await naledi(app);
const { noCard } = paymentTexts;

test('if card payments are switched off, no page offers them', async () => {
  const { data } = await callApi(app, getPublicSettings, {});
  assert.deepEqual([data.offersCard, data.isTestPayments], [false, false]);
  const { data: types } = await callApi(app, listDonationTypes, {});
  assert.deepEqual(
    types.map(({ name }) => name),
    ['EFT', 'World Remit', 'Wise'],
  );
  const policy = String((await app.fastify.inject('/')).headers['content-security-policy']);
  assert.match(policy, /form-action 'self'(;|$)/);
});

test('a request for a card payment gets an error at its field', async () => {
  const form = await thandisForm(app, { paymentType: 'Credit Card' });
  const registering = await callApi(app, register, { body: form });
  assert.deepEqual(
    [registering.status, registering.errors],
    [400, [{ field: 'paymentType', message: noCard }]],
  );
  const { memberId } = await registered(app);
  const body = { amount: 450, memberId, paymentType: 'Credit Card' } as const;
  const renewing = await callApi(app, generateInvoice, { body }, { token });
  assert.deepEqual([renewing.status, renewing.message], [400, noCard]);
  const byHand = { memberId, line: 'Two caps', amount: 300, paymentType: 'Credit Card' } as const;
  const adding = await callApi(app, createInvoice, { body: byHand }, { token });
  assert.deepEqual(
    [adding.status, adding.errors],
    [400, [{ field: 'paymentType', message: noCard }]],
  );
  const donor = { firstName: 'Sipho', lastName: 'Nkosi', email: 's@example.org', amount: 50 };
  const card = { ...donor, donationTypeId: await donationTypeId(app, 'Credit Card') };
  const donating = await callApi(app, donate, { body: card });
  assert.deepEqual([donating.status, donating.errors[0]?.field], [400, 'donationTypeId']);
  const eft = { ...donor, donationTypeId: await donationTypeId(app, 'EFT') };
  assert.equal((await callApi(app, donate, { body: eft })).status, 201);
});

test('an invoice cannot change to card payment, but an existing card invoice can be edited', async () => {
  const { memberId } = await registered(app, { email: 'caps@example.org' });
  const byHand = { memberId, line: 'Two caps', amount: 300, paymentType: 'EFT' } as const;
  const { data } = await callApi(app, createInvoice, { body: byHand }, { token });
  const params = { id: data.id };
  const change = (body: BodyOf<typeof updateInvoice>) =>
    callApi(app, updateInvoice, { params, body }, { token });
  const refused = await change({ amount: 350, paymentType: 'Credit Card' });
  assert.deepEqual([refused.status, refused.message], [400, noCard]);
  await app.db.updateTable('invoices').set({ payment_type: 'Credit Card' }).execute();
  const corrected = await change({ amount: 350, paymentType: 'Credit Card' });
  assert.deepEqual([corrected.status, corrected.data.amount], [200, 350]);
  assert.equal((await change({ paymentType: 'EFT' })).data.paymentType, 'EFT');
});

test('the signed form is refused, and the simulator does not exist', async () => {
  const { invoiceId } = await registered(app, {
    email: 'earlier@example.org',
    paymentType: 'Credit Card',
  });
  const params = { type: 'subscription', id: invoiceId } as const;
  const { status, message } = await callApi(app, getPaymentForm, { params });
  assert.deepEqual([status, message], [409, noCard]);
  const simulated = await app.fastify.inject({
    method: 'POST',
    url: '/payfast-simulator/eng/process',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'merchant_id=1',
  });
  assert.ok([404, 415].includes(simulated.statusCode), String(simulated.statusCode));
});

test('the email of an invoice has no card payment link', async () => {
  const { invoiceId } = await registered(app, { email: 'letter@example.org' });
  const { mails } = await rowsOf(app, invoiceId);
  const options = { db: app.db, publicUrl: 'http://x', mail: mails[0]! };
  const textOf = async (withoutCard: boolean) =>
    (await renderEmail({ ...options, withoutCard }))?.text ?? '';
  assert.match(await textOf(false), /payfast-redirect/);
  assert.doesNotMatch(await textOf(true), /card|payfast/i);
});

test('a notification is accepted but never trusted', async () => {
  const reply = await app.fastify.inject({
    method: notifySubscription.method,
    url: `/api${notifySubscription.path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'm_payment_id=x&pf_payment_id=1&payment_status=COMPLETE&merchant_id=0&signature=x',
  });
  assert.equal(reply.statusCode, 200);
  const row = app.db.selectFrom('card_notifications').select('is_signed');
  assert.equal((await row.executeTakeFirstOrThrow()).is_signed, false);
});
