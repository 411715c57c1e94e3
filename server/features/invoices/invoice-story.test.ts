import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { getInvoiceStory } from '#contract/invoices/story.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { createInvoice } from './create-invoice.ts';

const app = await openTestApp({ SMTP_URL: 'smtp://mail.example.org' });
const { token } = await naledi(app);
const storyOf = async (id: string) =>
  (await callApi(app, getInvoiceStory, { params: { id } }, { token })).data;

test('an unpaid invoice says since when, to which address it was sent, and what a payment does', async () => {
  const { invoiceId } = await registered(app, { email: 'unpaid@example.org' });
  const story = await storyOf(invoiceId);
  assert.equal(story.why, 'Unpaid since 10 Mar 2027: sent on 10 Mar 2027 to unpaid@example.org.');
  assert.equal(story.next, 'The payment adds a membership period.');
  assert.deepEqual([story.payments.totalCount, story.mails.length], [0, 1]);
});

test('an invoice whose email was kept here is not called sent', async () => {
  const { invoiceId } = await registered(app, { email: 'captured@example.org' });
  const mails = app.db.updateTable('mails').where('to_email', '=', 'captured@example.org');
  await mails.set({ sent_at: app.clock.now(), next_attempt_at: null, is_captured: true }).execute();
  assert.equal(
    (await storyOf(invoiceId)).why,
    'Unpaid since 10 Mar 2027: the email of 10 Mar 2027 to captured@example.org is kept here, because there was no mail server.',
  );
});

test('without a mail server, an email that waits is not called sent either', async () => {
  const alone = await openTestApp();
  const { invoiceId } = await registered(alone, { email: 'alone@example.org' });
  const as = { token: (await naledi(alone)).token };
  const { data } = await callApi(alone, getInvoiceStory, { params: { id: invoiceId } }, as);
  assert.match(data.why, /the email of 10 Mar 2027 to alone@example.org is kept here/);
  assert.equal(data.isKept, true);
});

test('a paid invoice says how, and who recorded it', async () => {
  const { invoiceId } = await registered(app, { email: 'paid@example.org' });
  await callApi(app, processInvoicePayment, { params: { id: invoiceId } }, { token });
  const { why, next, payments } = await storyOf(invoiceId);
  assert.equal(why, 'Paid on 10 Mar 2027 by EFT, recorded by Naledi Khumalo.');
  assert.equal(next, null);
  assert.equal(payments.results[0]?.recordedBy, 'Naledi Khumalo');
});

test('an invoice whose payment was returned says so until another one comes', async () => {
  const { invoiceId } = await registered(app, { email: 'returned@example.org' });
  const params = { id: invoiceId };
  const unpaid = (await storyOf(invoiceId)).why;
  await callApi(app, processInvoicePayment, { params }, { token });
  const body = { reason: 'No funds', returnedOn: '2027-03-10' };
  await callApi(app, undoInvoicePayment, { params, body }, { token });
  const { why, next } = await storyOf(invoiceId);
  assert.equal(why, `The payment of R450.00 of 10 Mar 2027 was returned. ${unpaid}`);
  assert.equal(next, 'The payment adds a membership period.');
  app.clock.set('2027-03-10T08:01:00Z');
  await callApi(app, processInvoicePayment, { params }, { token });
  assert.match((await storyOf(invoiceId)).why, /^Paid on/);
  // A payment that was a mistake is not said.
  await callApi(app, undoInvoicePayment, { params, body: { reason: 'Mistake' } }, { token });
  assert.equal((await storyOf(invoiceId)).why, unpaid);
});

test('an invoice that was not sent, and a void one', async () => {
  const { memberId } = await registered(app, { email: 'cap@example.org' });
  const { id } = await createInvoice(app.ctx(), {
    memberId,
    line: 'A cap',
    amount: 120,
    paymentType: 'EFT',
  });
  const open = await storyOf(id);
  assert.equal(open.why, 'Unpaid since 10 Mar 2027: not sent yet.');
  assert.equal(open.next, 'Nothing happens until you send it or record a payment.');
  const input = { params: { id }, body: { reason: 'A mistake' } };
  await callApi(app, voidInvoice, input, { token });
  assert.equal((await storyOf(id)).why, 'Void: A mistake.');
});

test('only administrators read it', async () => {
  const { invoiceId, userId } = await registered(app, { email: 'own@example.org' });
  const own = { token: await tokenOf(app, userId) };
  const params = { id: invoiceId };
  assert.equal((await callApi(app, getInvoiceStory, { params }, own)).status, 403);
  const unknown = { params: { id: randomUUID() } };
  assert.equal((await callApi(app, getInvoiceStory, unknown, { token })).status, 404);
});
