import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderLoggedMail } from '#server/emails.ts';
import { makeProofToken } from '#server/features/proofs/proof-link.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { readInvoiceRenewal } from '#server/features/renewals/read-renewal.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { issueInvoice } from '../issue-invoice.ts';
import { sendInvoice } from '../send-invoice.ts';
import { renderInvoiceEmail } from './invoice-email.ts';

const app = await openTestApp();
const { db } = app;
const publicUrl = 'https://members.example.org';

async function textOfEmail(invoiceId: string): Promise<string> {
  const { mails } = await rowsOf(app, invoiceId);
  const mail = mails.find(({ kind }) => kind === 'invoice')!;
  return (await renderInvoiceEmail(readInvoiceRenewal)({ db, publicUrl, mail })).text;
}

test('the mail of an unpaid invoice has a card payment link, the mail of a paid one has not', async () => {
  const { invoiceId } = await registered(app, { email: 'card@example.org' });
  const address = `${publicUrl}/payment/payfast-redirect/subscription/${invoiceId}`;
  const unpaid = await textOfEmail(invoiceId);
  assert.ok(unpaid.includes(`Pay by card:\n${address}`));
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const paid = await textOfEmail(invoiceId);
  assert.ok(!paid.includes('payfast-redirect') && paid.includes('Paid on'));
});

test('the mail of an unpaid invoice has the link for a proof of payment, the mail of a paid one has not', async () => {
  const { invoiceId } = await registered(app, { email: 'proof@example.org' });
  const { mails } = await rowsOf(app, invoiceId);
  const mail = mails.find(({ kind }) => kind === 'invoice')!;
  const url = `${app.config.publicUrl}/proof-of-payment?token=${makeProofToken(app.secret, invoiceId, app.clock.now(), { isMailed: true })}`;
  const words = `Already paid? Send us the proof of payment:\n${url}`;
  const render = async () => (await renderLoggedMail(app)(mail))?.text ?? '';
  assert.ok((await render()).includes(words));
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  assert.ok(!(await render()).includes('proof'));
});

test('an amount that the provider does not accept is offered by EFT only', async () => {
  const invoiceId = await issueInvoice(app.ctx(), {
    memberId: null,
    memberTypeId: null,
    payer: { firstName: 'Anna Maria', lastName: 'Botha', email: 'anna@example.org', address: '' },
    line: 'A sticker',
    amountCents: 499,
    paymentType: 'EFT',
  });
  await sendInvoice(app.ctx(), invoiceId);
  const email = await textOfEmail(invoiceId);
  assert.ok(!email.includes('payfast-redirect') && email.includes('/login'));
  assert.match(email, /Hello Anna Maria\n/, 'the greeting contains both words of the first name');
});
