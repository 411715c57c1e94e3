import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { closeCredit, refundCredit } from '#contract/payments/credits.ts';
import { renderEmail } from '#server/emails.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
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

test('a receipt lists money that was never asked, too, so that its figures add up', async () => {
  const id = await newInvoice();
  const never = { source: 'payfast', externalReference: 'payfast:never-asked' } as const;
  await settleInvoice(app.ctx(), { invoiceId: id, ...never, amountCents: 44_999, wasAsked: false });
  await pay(id, 450);
  const { text } = await mailOf(id, 'receipt');
  assert.match(
    text,
    /Invoice: R450\.00\n Paid on 10 Mar 2027: R449\.99\n Paid on 10 Mar 2027: R450\.00\n/,
  );
  assert.match(text, /Left as a credit: R449\.99\n/);
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

/** The mails of this kind about the record in the order of their payments, as they would be sent now. */
async function mailsOf(recordId: string, kind: string) {
  const mails = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', kind)
    .where(isAbout(recordId))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const drawn = await Promise.all(
    mails.map((mail) =>
      renderEmail({ db: app.db, publicUrl: 'https://members.example.org', mail }),
    ),
  );
  return drawn.map((message) => message?.text.replaceAll(/ +/g, ' ') ?? null);
}

test('a receipt of a part that is drawn later lists no later payment, and what is to pay now', async () => {
  const id = await newInvoice();
  await pay(id, 200, '2027-03-01');
  app.clock.set('2027-03-10T09:00:00Z');
  await pay(id, 100, '2027-03-02');
  const [first, second] = await mailsOf(id, 'part-receipt');
  assert.match(first ?? '', /Paid on 1 Mar 2027: R200\.00\n/);
  assert.doesNotMatch(first ?? '', /2 Mar 2027/);
  assert.match(first ?? '', /Paid later: R100\.00\n/);
  assert.match(first ?? '', /Still to pay: R150\.00\n/);
  assert.match(second ?? '', /Paid on 1 Mar 2027: R200\.00\n/);
  assert.match(second ?? '', /Paid on 2 Mar 2027: R100\.00\n/);
  assert.doesNotMatch(second ?? '', /Paid later/);
});

test('the receipt of a part that was undone is not sent, that of another part is', async () => {
  const id = await newInvoice();
  await pay(id, 200);
  app.clock.set('2027-03-10T10:00:00Z');
  await pay(id, 100);
  const { id: undone } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', id)
    .where('amount_cents', '=', 20_000)
    .executeTakeFirstOrThrow();
  await callApi(app, undoPayment, { params: { id: undone }, body: { reason: 'A mistake' } }, as);
  const [first, second] = await mailsOf(id, 'part-receipt');
  assert.equal(first, null);
  assert.match(second ?? '', /Still to pay: R350\.00\n/);
  assert.doesNotMatch(second ?? '', /R200\.00/);
});

test('a receipt says what became of a credit when it is drawn, and nothing of later money', async () => {
  const id = await newInvoice();
  await pay(id, 550);
  const later = {
    source: 'payfast',
    externalReference: 'payfast:later',
    amountCents: 45_000,
  } as const;
  app.clock.set('2027-03-10T11:00:00Z');
  await settleInvoice(app.ctx(), { invoiceId: id, ...later });
  const before = await mailOf(id, 'receipt');
  assert.match(before.text, /Left as a credit: R100\.00\n/);
  const payment = await app.db
    .selectFrom('payments')
    .select('id')
    .where('counts_for', '=', id)
    .executeTakeFirstOrThrow();
  const body = { amount: 40, refundedOn: '2027-03-10' };
  await callApi(app, refundCredit, { params: { id: payment.id }, body }, as);
  const part = await mailOf(id, 'receipt');
  assert.match(part.text, /Used or paid back since: R40\.00\n/);
  assert.match(part.text, /Left as a credit: R60\.00\n/);
  const reason = { reason: 'Given' };
  await callApi(app, closeCredit, { params: { id: payment.id }, body: reason }, as);
  const whole = await mailOf(id, 'receipt');
  assert.match(whole.text, /Used or paid back since: R100\.00\n/);
  assert.doesNotMatch(whole.text, /credit/);
});

test('the receipt of a donation says what became of a credit, and nothing of later money', async () => {
  const id = await pledged(app, 100);
  const card = { source: 'payfast', externalReference: 'payfast:gift' } as const;
  const { paymentId = '' } = await settleDonation(app.ctx(), {
    donationId: id,
    ...card,
    amountCents: 12_000,
  });
  app.clock.set('2027-03-10T12:00:00Z');
  const again = { ...card, externalReference: 'payfast:gift-again', amountCents: 10_000 };
  await settleDonation(app.ctx(), { donationId: id, ...again });
  const first = (await mailOf(id, 'donation-thanks')).text;
  assert.match(first, /Received: R120\.00\n/);
  assert.match(first, /Left as a credit: R20\.00\n/);
  await callApi(app, closeCredit, { params: { id: paymentId }, body: { reason: 'Given' } }, as);
  const { text } = await mailOf(id, 'donation-thanks');
  assert.match(text, /Used or paid back since: R20\.00\n/);
  assert.doesNotMatch(text, /credit/);
});
