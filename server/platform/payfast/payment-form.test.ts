import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { paymentForm, paymentOrigins } from './payment-form.ts';
import { readPayfastSettings } from './settings.ts';
import { formSignature } from './signature.ts';

const publicUrl = 'https://leden.example.org.za';
const { settings } = readPayfastSettings(
  { PAYFAST_MODE: 'sandbox' },
  { publicUrl, isLoopback: false, testsNeed: null },
);
assert.ok(settings);

const donation = {
  kind: 'donation' as const,
  id: '7d0f0d8c-1b7e-4f0e-b7f5-5f9f4f0a6b22',
  amountCents: 15050,
  payer: { firstName: 'Jan', lastName: 'Botha', email: 'jan.botha@example.co.za' },
  publicUrl,
};

function formOf(payer: Partial<(typeof donation)['payer']>) {
  const { fields } = paymentForm(settings!, {
    ...donation,
    payer: { ...donation.payer, ...payer },
  });
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const signed = fields.filter(({ name }) => name !== 'signature');
  assert.equal(values['signature'], formSignature(signed, settings!.passphrase));
  return values;
}

test('a donation is signed as the provider signs it, in the documented order', () => {
  const { action, fields } = paymentForm(settings, donation);
  assert.equal(action, 'https://sandbox.payfast.co.za/eng/process');
  assert.deepEqual(
    fields.map(({ name, value }) => `${name} ${value}`),
    [
      'merchant_id 10000100',
      'merchant_key 46f0cd694581a',
      `return_url ${publicUrl}/payment/donation/return/${donation.id}`,
      `cancel_url ${publicUrl}/payment/donation/cancelled/${donation.id}`,
      `notify_url ${publicUrl}/api/payments/payfast/donation`,
      'name_first Jan',
      'name_last Botha',
      'email_address jan.botha@example.co.za',
      `m_payment_id ${donation.id}`,
      'amount 150.50',
      'item_name TGA - Donation',
      // The vector form-04-donation-full.
      'signature a72558986a92d307d088f4eb8b044f33',
    ],
  );
  assert.ok(!JSON.stringify(fields).includes(settings.passphrase));
});

test('a membership goes by the name of a subscription', () => {
  const { fields } = paymentForm(settings, { ...donation, kind: 'subscription' });
  const values = fields.map(({ value }) => value);
  assert.ok(values.includes('TGA - Membership Payment'));
  assert.ok(values.includes(`${publicUrl}/payment/subscription/return/${donation.id}`));
  assert.ok(values.includes(`${publicUrl}/api/payments/payfast/subscription`));
});

test('blank names are left out', () => {
  const values = formOf({ firstName: ' \t', lastName: '' });
  assert.ok(!('name_first' in values) && !('name_last' in values));
});

test('names are cleaned before they are signed and posted', () => {
  const clean = (firstName: string) => formOf({ firstName })['name_first'];
  assert.equal(clean('  Jan \r\n'), 'Jan');
  assert.equal(clean('Jan\0\u0007\u0085Piet'), 'Jan Piet');
  assert.equal(clean('O’Brien & D\'Oliveira "(x)" *~!'), 'O’Brien & D\'Oliveira "(x)" *~!');
  assert.equal(clean('\u00A0Nel'), '\u00A0Nel');
  assert.equal(clean(`${'a'.repeat(99)}🦒`), 'a'.repeat(99));
  assert.equal(clean(`${'a'.repeat(98)}🦒b`), `${'a'.repeat(98)}🦒`);
  assert.equal(clean('a\uD800'), 'a\uFFFD');
});

test('an email address that is too long for the provider is omitted, not truncated', () => {
  assert.ok(!('email_address' in formOf({ email: `${'a'.repeat(95)}@x.org` })));
  assert.equal(formOf({ email: ' jan@x.org ' })['email_address'], 'jan@x.org');
});

test('for any names, the posted fields are signed, short and clean', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (name) => {
      const { name_first: posted = '' } = formOf({ firstName: name });
      assert.ok(posted.length <= 100 && posted.isWellFormed());
      assert.doesNotMatch(posted, /\p{Cc}|^ | $/u);
    }),
  );
});

test('the browser may follow the form to where the provider sends it', () => {
  assert.deepEqual(paymentOrigins(settings), [
    'https://sandbox.payfast.co.za',
    'https://payment.payfast.io',
  ]);
  const local = { publicUrl: 'http://localhost:3000/members', isLoopback: true, testsNeed: null };
  const simulator = readPayfastSettings({}, local).settings!;
  assert.deepEqual(paymentOrigins(simulator), ['http://localhost:3000']);
  assert.deepEqual(paymentOrigins({ ...simulator, mode: 'off' }), []);
});
