import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { paymentTexts as texts } from '#contract/payments/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { membershipOf, openInvoice, rowsOf } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
let people = 0;

const newMember = () => registered(app, { email: `day-${++people}@example.org` });
const pay = (id: string, paidOn?: string | null) =>
  callApi(app, processInvoicePayment, { params: { id }, body: { paidOn } }, { token });

test('an EFT payment of an earlier day starts the membership on that day, and the invoice shows the day', async () => {
  const { memberId, invoiceId } = await newMember();
  const { status, data } = await pay(invoiceId, '2027-03-03');
  assert.equal(status, 200);
  assert.deepEqual([data.paidOn, data.paidDate], ['2027-03-03', '2027-03-10T08:00:00.000Z']);
  assert.equal((await rowsOf(app, invoiceId)).payments[0]?.paid_on, '2027-03-03');
  assert.deepEqual((await membershipOf(app, memberId)).periods, [['2027-03-03', '2028-03-02']]);
});

test('during a running membership, the payment day does not change the periods', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId, null);
  await pay(await openInvoice(app, memberId, 'Individual'), '2027-02-01');
  assert.deepEqual((await membershipOf(app, memberId)).periods, [
    ['2027-03-10', '2028-03-09'],
    ['2028-03-10', '2029-03-09'],
  ]);
});

test('a payment from almost a year ago gives the status as of today', async () => {
  const { memberId, invoiceId } = await newMember();
  assert.equal((await pay(invoiceId, '2026-03-20')).status, 200);
  const { status, periods } = await membershipOf(app, memberId);
  assert.deepEqual([status, periods], ['Due for Renewal', [['2026-03-20', '2027-03-19']]]);
});

test('an invalid payment day is refused at its field, and nothing is recorded', async () => {
  const { invoiceId } = await newMember();
  for (const [paidOn, message] of [
    ['2027-03-11', texts.paidInFuture],
    ['2026-03-08', texts.paidTooEarly],
    ['2027-02-30', 'Please enter a valid date.'],
    ['yesterday', 'Please enter a valid date.'],
    ['', 'Please enter a valid date.'],
  ] as const) {
    const { status, errors } = await pay(invoiceId, paidOn);
    assert.deepEqual([status, errors], [400, [{ field: 'paidOn', message }]], paidOn);
  }
  assert.deepEqual((await rowsOf(app, invoiceId)).payments, []);
});

test('today is the day in Johannesburg, not in UTC', async () => {
  const { invoiceId } = await newMember();
  app.clock.set('2027-03-10T22:30:00Z');
  const late = await naledi(app);
  const input = { params: { id: invoiceId }, body: { paidOn: '2027-03-11' } };
  const { status } = await callApi(app, processInvoicePayment, input, { token: late.token });
  app.clock.set('2027-03-10T08:00:00Z');
  assert.equal(status, 200);
});

test('without a day in the body, the payment day is today', async () => {
  const json = { 'content-type': 'application/json' };
  for (const [payload, headers] of [
    [undefined, {}],
    ['{}', json],
    ['[]', json],
    ['"2027-03-01"', json],
    ['null', json],
    ['not json', json],
    ['paidOn=2027-03-01', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['{"unknown":1}', json],
  ] as const) {
    const { invoiceId } = await newMember();
    const reply = await app.fastify.inject({
      method: 'POST',
      url: `/api/invoices/process-payment/${invoiceId}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    assert.deepEqual([reply.statusCode, reply.json().data.paidOn], [200, '2027-03-10'], payload);
  }
});

test('the same idempotency key with another day is refused as another request', async () => {
  const { invoiceId } = await newMember();
  const once = (paidOn: string) =>
    callApi(
      app,
      processInvoicePayment,
      { params: { id: invoiceId }, body: { paidOn } },
      { token, headers: { 'idempotency-key': 'a-day' } },
    );
  assert.equal((await once('2027-03-03')).status, 200);
  assert.equal((await once('2027-03-03')).status, 200);
  assert.equal((await once('2027-03-04')).status, 409);
});

test('a donation is received on the given payment day', async () => {
  const id = await pledged(app);
  const input = { params: { id }, body: { paidOn: '2027-03-01' } };
  const { data } = await callApi(app, processDonationPayment, input, { token });
  assert.deepEqual(
    [data.receivedOn, data.receivedDate],
    ['2027-03-01', '2027-03-10T08:00:00.000Z'],
  );
});
