import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InvoiceDocument } from './features/invoices/pdf/invoice-document.ts';
import type { EmailTemplate } from './platform/mail/email-template.ts';
import { renderTemplate } from './platform/mail/render-template.ts';
import { invoiceEmail, type Renewal } from './features/invoices/emails/invoice-email.ts';
import { invitationEmail } from './features/auth/emails/invitation-email.ts';
import { receiptEmail } from './features/payments/emails/receipt-email.ts';
import { resetEmail } from './features/auth/emails/reset-email.ts';

const issuer = {
  name: 'Friends of the Waterberg',
  email: 'office@example.org',
  phone: '014 755 4000',
  address: 'PO Box 1187\nVaalwater\n0530',
  bank: 'First National Bank',
  accountType: 'Cheque',
  branchCode: '050655',
  accountNumber: '00812345678',
  swiftCode: 'FIRNZAJJ',
};
const invoice: InvoiceDocument = {
  number: 'INV-00042',
  paymentReference: 'INV-00042-K',
  issuedAt: new Date('2026-11-20T23:30:00Z'),
  issuer,
  payerName: 'Thandi Mokoena',
  payerAddress: '12 Bosveld Avenue',
  line: 'Individual membership',
  amountCents: 45000,
  paidCents: 0,
  paidOn: null,
  closed: null,
};
const signInUrl = 'https://members.example.org/login';

function invoiceText(
  changes: Partial<InvoiceDocument> = {},
  payByCardUrl: string | null = null,
  renewal: Renewal | null = null,
) {
  const document = { ...invoice, ...changes };
  const template = invoiceEmail({
    firstName: 'Thandi',
    invoice: document,
    signInUrl,
    payByCardUrl,
    proofUrl: null,
    renewal,
  });
  return renderTemplate(template, document.issuer);
}

test('an invoice says what to pay, where, and with which reference', () => {
  const { subject, text, html } = invoiceText();
  assert.equal(subject, 'Invoice INV-00042 for R450.00');
  for (const part of [text, html]) {
    for (const value of ['R450.00', '00812345678', '050655', 'FIRNZAJJ', 'Cheque', signInUrl]) {
      assert.ok(part.includes(value), value);
    }
  }
  assert.match(text, /Account holder: +Friends of the Waterberg\n/);
  assert.match(text, /Payment reference: INV-00042-K\n/);
  assert.match(text, /Date: +21 Nov 2026\n/);
});

test('blank bank fields are left out, and without an account the email says where to ask for the bank details', () => {
  assert.ok(!invoiceText({ issuer: { ...issuer, swiftCode: ' ' } }).text.includes('SWIFT'));
  const { text } = invoiceText({ issuer: { ...issuer, accountNumber: '' } });
  assert.ok(!text.includes('Branch code') && text.includes('ask for our bank details'));
});

test('a paid or void invoice asks for no money', () => {
  const paid = invoiceText({ paidOn: '2026-11-24' });
  assert.ok(paid.text.includes('Paid on 24 Nov 2026.') && !paid.html.includes('00812345678'));
  const cancelled = invoiceText({ closed: 'void' });
  assert.ok(cancelled.text.includes('nothing to pay') && !cancelled.html.includes('00812345678'));
});

test('where card is offered too, its link is there', () => {
  const url = 'https://members.example.org/payment/payfast-redirect/subscription/1';
  assert.ok(invoiceText({}, url).text.includes(`Pay by card:\n${url}`));
});

const receipt = {
  firstName: 'Thandi',
  organisation: issuer.name,
  amountCents: 45050,
  paidOn: '2026-11-24',
  line: 'Individual membership',
  invoiceNumber: 'INV-00042',
  membership: { number: '00042', validUntil: '2027-11-23', isNew: true },
  signInUrl,
  received: {
    payments: [{ amountCents: 45_050, paidOn: '2026-11-24', isCarried: false }],
    laterCents: 0,
    usedCents: 0,
    heldCents: 0,
  },
  leftCents: 0,
};

test('the invoice of a renewal says so, until when the member has paid, and what paying gives', () => {
  const renewal: Renewal = {
    paidUntil: '2026-12-31',
    hasEnded: false,
    validUntil: '2027-12-31',
    dependsOnDay: false,
  };
  const { subject, text } = invoiceText({}, null, renewal);
  assert.equal(subject, 'Membership renewal: Invoice INV-00042 for R450.00');
  assert.ok(text.includes('the invoice for the renewal of your membership.'));
  assert.ok(text.includes('Your membership is paid until 31 Dec 2026.'));
  assert.ok(text.includes('Paying makes your membership valid until 31 Dec 2027.'));
  const lapsed = invoiceText({}, null, { ...renewal, hasEnded: true, dependsOnDay: true }).text;
  assert.ok(lapsed.includes('Your membership was paid until 31 Dec 2026.'));
  assert.ok(lapsed.includes('Paying today makes your membership valid until 31 Dec 2027.'));
  for (const done of [{ closed: 'void' as const }, { paidOn: '2026-12-01' }]) {
    assert.ok(!invoiceText(done, null, renewal).text.includes('Paying'));
  }
});

test('a receipt names itself, gives the number and welcomes a new member', () => {
  const { subject, text } = renderTemplate(receiptEmail(receipt), issuer);
  assert.ok(subject.startsWith('Receipt'));
  assert.match(text, /Amount: +R450\.50\n/);
  assert.match(text, /Membership number: 00042\n/);
  assert.match(text, /Valid until: +23 Nov 2027\n/);
  assert.ok(text.includes('Welcome to Friends of the Waterberg'));
});

test('a receipt for a renewal does not welcome, one for anything else has no membership', () => {
  const renewal = { ...receipt, membership: { ...receipt.membership, isNew: false } };
  assert.ok(!renderTemplate(receiptEmail(renewal), issuer).text.includes('Welcome'));
  const { text } = renderTemplate(receiptEmail({ ...receipt, membership: null }), issuer);
  assert.ok(!text.includes('Membership number'));
});

test('a reset email has its link, and says how long it is valid', () => {
  const url = 'https://members.example.org/reset-password?token=a_b&email=t%40example.org';
  const { text, html } = renderTemplate(resetEmail({ firstName: 'Thandi', url }), issuer);
  assert.ok(text.includes(`\n${url}\n`) && text.includes('half an hour'));
  assert.ok(html.includes(url.replace('&', '&amp;')));
});

test('an invitation has its link and validity; a returning member is welcomed back', () => {
  const url = 'https://members.example.org/login/3f2c1c8e-0000-4000-8000-000000000000';
  const data = { firstName: 'Sibusiso', organisation: issuer.name, url, isReturn: false };
  const { subject, text, html } = renderTemplate(invitationEmail(data), issuer);
  assert.equal(subject, 'Your membership: choose a password');
  assert.ok(
    text.includes(`\n${url}\n`) && text.includes('valid for 14 days') && html.includes(url),
  );
  assert.ok(text.includes('a member of Friends of the Waterberg'));
  const nameless = renderTemplate(invitationEmail({ ...data, organisation: '' }), issuer).text;
  assert.ok(nameless.includes('a member of our organisation'));
  const back = renderTemplate(invitationEmail({ ...data, isReturn: true }), issuer);
  assert.equal(back.subject, 'Welcome back: choose a new password');
  assert.ok(back.text.includes('Welcome back, Sibusiso') && back.text.includes(`\n${url}\n`));
});

function plain(changes: Partial<EmailTemplate>): EmailTemplate {
  return { subject: 'S', heading: 'H', blocks: [], ...changes };
}

test('user input never becomes markup or fills a template slot', () => {
  const evil = `<img src=x onerror="a('b')"> {{blocks}} $& & "quoted"`;
  const { html } = renderTemplate(
    plain({
      subject: evil,
      preheader: evil,
      heading: evil,
      blocks: [
        { kind: 'paragraph', text: evil },
        { kind: 'smallPrint', text: evil },
        { kind: 'facts', facts: [{ label: evil, value: evil, isStrong: true }] },
        { kind: 'button', label: evil, url: `https://example.org/?q=${evil}` },
      ],
    }),
    { name: evil, email: evil, phone: evil, address: evil },
  );
  assert.ok(!html.includes('<img'));
  assert.ok(!/="[^"]*<img|src=x onerror="/.test(html));
  assert.equal(
    html.split('{{blocks}}').length,
    html.split('$&amp; &amp; &quot;quoted&quot;').length,
  );
});

test('a button can link only to a web page', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'login']) {
    const template = plain({ blocks: [{ kind: 'button', label: 'Go', url }] });
    assert.throws(() => renderTemplate(template, issuer), url);
  }
});

test('an email loads no external resources', () => {
  const { html } = invoiceText();
  assert.ok(!/<(img|link|script|iframe|video)|@import|url\(|background="/i.test(html));
});
