import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { settleDonation } from '#server/features/payments/settle-donation.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, registered } from '#test/support/people.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;

const newInvoice = async () =>
  (await registered(app, { email: `receipt-${++people}@example.org` })).invoiceId;
const pay = (id: string, amount: number, paidOn?: string) =>
  callApi(app, processInvoicePayment, { params: { id }, body: { amount, paidOn } }, as);

/** The mail of this kind about the record, as it would be sent now. */
async function mailOf(recordId: string, kind: string) {
  const mail = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', kind)
    .where(isAbout(recordId))
    .executeTakeFirstOrThrow();
  const message = await renderEmail({ db: app.db, publicUrl: 'https://members.example.org', mail });
  assert.ok(message);
  return { subject: message.subject, text: message.text.replaceAll(/ +/g, ' ') };
}

test('the receipts of an invoice that was paid in parts add up to what was paid', async () => {
  const id = await newInvoice();
  await pay(id, 200, '2027-03-01');
  await pay(id, 250, '2027-03-02');
  const { subject, text } = await mailOf(id, 'receipt');
  assert.match(subject, /^Receipt for R250\.00 \(INV-/);
  assert.match(text, /Invoice: R450\.00\n/);
  assert.match(text, /Paid on 1 Mar 2027: R200\.00\n/);
  assert.match(text, /Paid on 2 Mar 2027: R250\.00\n/);
  assert.doesNotMatch(text, /credit/);
});

test('a receipt says what is left as a credit', async () => {
  const id = await newInvoice();
  await pay(id, 500);
  const { subject, text } = await mailOf(id, 'receipt');
  assert.match(subject, /^Receipt for R500\.00/);
  assert.match(text, /Invoice: R450\.00\n/);
  assert.match(text, /Paid on 10 Mar 2027: R500\.00\n/);
  assert.match(text, /Left as a credit: R50\.00\n/);
});

test('the receipt of one payment of the whole amount is as before', async () => {
  const id = await newInvoice();
  await pay(id, 450);
  const { subject, text } = await mailOf(id, 'receipt');
  assert.match(subject, /^Receipt for R450\.00/);
  assert.match(text, /Amount: R450\.00\n/);
  assert.match(text, /Paid on: 10 Mar 2027\n/);
});

test('the receipt of a donation says what was received above it', async () => {
  const id = await pledged(app, 100);
  await settleDonation(app.ctx(), { donationId: id, source: 'administrator', amountCents: 12_000 });
  const { text } = await mailOf(id, 'donation-thanks');
  assert.match(text, /Amount: R100\.00\n/);
  assert.match(text, /Received: R120\.00\n/);
  assert.match(text, /Left as a credit: R20\.00\n/);
  const plain = await pledged(app, 100);
  await callApi(app, processDonationPayment, { params: { id: plain }, body: {} }, as);
  assert.doesNotMatch((await mailOf(plain, 'donation-thanks')).text, /Received:|credit/);
});
