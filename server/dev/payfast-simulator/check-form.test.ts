import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import pino from 'pino';
import { encodeFields, type Field } from '#server/platform/payfast/fields.ts';
import { paymentForm } from '#server/platform/payfast/payment-form.ts';
import { readPayfastSettings } from '#server/platform/payfast/settings.ts';
import { formSignature } from '#server/platform/payfast/signature.ts';
import { checkForm } from './check-form.ts';

const publicUrl = 'https://leden.example.org.za';
const settings = readPayfastSettings(
  {},
  { publicUrl, isLoopback: true, testsNeed: null },
).settings!;
const secret = new Uint8Array(32);
const site = { settings, publicUrl, secret, log: pino({ level: 'silent' }) };

const { fields: right } = paymentForm(settings, {
  kind: 'donation',
  id: '7d0f0d8c-1b7e-4f0e-b7f5-5f9f4f0a6b22',
  amountCents: 15050,
  payer: { firstName: 'Jan', lastName: "D'Oliveira (Boet)", email: 'jan.botha@example.co.za' },
  publicUrl,
});
const unsigned = right.slice(0, -1);

function sign(fields: Field[]): Field[] {
  return [...fields, { name: 'signature', value: formSignature(fields, settings.passphrase) }];
}

/** The form with some values changed, signed by someone who has the passphrase. */
function signedWith(changes: Record<string, string>): Field[] {
  return sign(unsigned.map(({ name, value }) => ({ name, value: changes[name] ?? value })));
}

const check = (fields: Field[]) => checkForm(Buffer.from(encodeFields(fields)), site);

test('the form that we sign is right', () => {
  const { form, problems } = check(right);
  assert.deepEqual(problems, []);
  assert.equal(form?.amountCents, 15050);
  assert.equal(form?.values.get('name_last'), "D'Oliveira (Boet)");
});

interface Vector {
  id: string;
  kind: string;
  fields: [string, string][];
  passphrase: string | null;
  signature: string;
}

const vectors = JSON.parse(
  readFileSync(new URL('../../platform/payfast/vectors.json', import.meta.url), 'utf8'),
) as Vector[];

for (const { id, fields, signature } of vectors.filter(
  ({ kind, passphrase }) => kind === 'form' && passphrase === settings.passphrase,
)) {
  test(`the order is the one that the provider signs: ${id}`, () => {
    const posted = fields.map(([name, value]) => ({ name, value }));
    assert.deepEqual(check([...posted, { name: 'signature', value: signature }]).problems, []);
  });
}

const turned = unsigned.with(8, unsigned[9]!).with(9, unsigned[8]!);
const changed = (name: string, value: string) =>
  right.map((field) => (field.name === name ? { name, value } : field));

const refusals: [string, Field[], RegExp][] = [
  ['another amount', changed('amount', '5.00'), /^signature : Generated signature does not match/],
  ['another name', changed('name_first', 'Piet'), /^signature : Generated signature/],
  ['another order', sign(turned), /^signature : Generated signature/],
  ['another passphrase', changed('signature', formSignature(unsigned, 'salt')), /^signature : G/],
  ['no signature', unsigned, /^signature : is required/],
  ['another merchant', signedWith({ merchant_id: '10000101' }), /^merchant_id : /],
  ['another key', signedWith({ merchant_key: 'x' }), /^merchant_id : /],
  ['an amount below R5.00', signedWith({ amount: '4.99' }), /^amount : /],
  ['an amount with a comma', signedWith({ amount: '1,000.00' }), /^amount : /],
  ['an amount without cents', signedWith({ amount: '450' }), /^amount : /],
  ['no item', signedWith({ item_name: ' ' }), /^item_name : is required/],
  ['the item 0', signedWith({ item_name: '0' }), /^item_name : is required/],
  [
    'a long name',
    signedWith({ name_first: 'a'.repeat(101) }),
    /^name_first : may have at most 100/,
  ],
  ['an unknown field', [...right, { name: 'colour', value: 'red' }], /^colour : is not a known/],
  ['an odd id', signedWith({ m_payment_id: 'a.b' }), /^m_payment_id : /],
  ['notices to others', signedWith({ notify_url: 'http://127.0.0.1:1/' }), /^notify_url : must/],
  ['a host alike', signedWith({ notify_url: `${publicUrl}.evil.org/` }), /^notify_url : must/],
  ['a user alike', signedWith({ notify_url: `${publicUrl}@evil.org/` }), /^notify_url : must/],
  ['no address', signedWith({ notify_url: 'api' }), /^notify_url : must/],
  ['a way back elsewhere', signedWith({ return_url: 'https://evil.org/' }), /^return_url : must/],
  ['nothing', [], /^merchant_id : is required/],
  ['far too much', signedWith({ name_first: 'a'.repeat(12_000) }), /^The form is too long/],
];

for (const [what, fields, problem] of refusals) {
  test(`a form with ${what} is refused`, () => {
    const { form, problems } = check(fields);
    assert.equal(form, null);
    assert.match(problems[0] ?? '', problem);
  });
}
