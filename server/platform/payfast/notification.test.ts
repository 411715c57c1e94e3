import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAmount, writeAmount } from './amount.ts';
import { encodeFields, largestBody } from './fields.ts';
import { readNotification } from './notification.ts';
import { notificationSignature } from './signature.ts';

const read = (body: string | Buffer) => readNotification(Buffer.from(body));

test('the facts of a notification are read', () => {
  const notification = read(
    'm_payment_id=7d0f-8c&pf_payment_id=1089250&payment_status=COMPLETE&item_description=&amount_gross=450.00&name_first=Ren%C3%A9+%26+Anna&merchant_id=10000100&signature=abc',
  );
  assert.equal(notification.mPaymentId, '7d0f-8c');
  assert.equal(notification.pfPaymentId, '1089250');
  assert.equal(notification.paymentStatus, 'COMPLETE');
  assert.equal(notification.amountCents, 45000);
  assert.equal(notification.merchantId, '10000100');
  assert.equal(notification.signature, 'abc');
  assert.deepEqual(notification.fields[5], { name: 'name_first', value: 'René & Anna' });
  assert.deepEqual(notification.fields[3], { name: 'item_description', value: '' });
});

test('fields after the signature are ignored', () => {
  const notification = read('amount_gross=5.00&signature=abc&amount_gross=450.00&m_payment_id=1');
  assert.equal(notification.amountCents, 500);
  assert.equal(notification.mPaymentId, null);
  assert.equal(notification.parameters, 'amount_gross=5.00');
});

test('a missing, blank or repeated field is null', () => {
  const notification = read('merchant_id=1&merchant_id=2&m_payment_id=&payment_status');
  assert.equal(notification.merchantId, null);
  assert.equal(notification.mPaymentId, null);
  assert.equal(notification.paymentStatus, null);
  assert.equal(notification.pfPaymentId, null);
  assert.equal(notification.amountCents, null);
  assert.equal(notification.signature, null);
});

test('amounts are plain decimals in cents, there and back', () => {
  assert.equal(readAmount('450.00'), 45000);
  assert.equal(readAmount('450.5'), 45050);
  assert.equal(readAmount('450'), 45000);
  assert.equal(readAmount('0.07'), 7);
  const odd = ['', '-1.00', '1,000.00', '4e2', '0x10', '1.005', ' 1.00', '1.', '.50', '٤', 'NaN'];
  for (const text of odd) assert.equal(readAmount(text), null, text);
  fc.assert(
    fc.property(fc.nat(99_999_999_999), (cents) => {
      assert.equal(readAmount(writeAmount(cents)), cents);
    }),
  );
});

test('bytes that are not text are verified as received and stored as text', () => {
  const notification = read('name_first=Ren%E9%00&item_name=%ZZ%4&x=\xFF');
  assert.equal(notification.parameters, 'name_first=Ren%E9%00&item_name=%25ZZ%254&x=%C3%BF');
  assert.equal(notification.fields[0]?.value, 'Ren\uFFFD\uFFFD');
  const latin = read(Buffer.from('name_first=Ren\xE9', 'latin1'));
  assert.equal(latin.parameters, 'name_first=Ren%E9');
});

test('a body of more than 16 KB is read as an empty one', () => {
  const start = 'm_payment_id=1&x=';
  assert.equal(read(start + 'a'.repeat(largestBody - start.length)).mPaymentId, '1');
  assert.deepEqual(read(start + 'a'.repeat(largestBody - start.length + 1)).fields, []);
});

const hostile = [
  '',
  '&&&',
  '=',
  '====&=&a',
  '%',
  '%%%41%',
  '%00=%00&signature',
  'signature=',
  'signature=a&signature=b',
  'm_payment_id[]=1&__proto__=2&constructor=3',
  '{"m_payment_id":1}',
  '<xml/>',
  '\0'.repeat(999),
  '&='.repeat(8000),
  '%F0%9F=%ED%A0%80&\uD800=\uDFFF',
];

test('any body can be read without an error, and the result can be stored', () => {
  const examine = (body: Buffer) => {
    const { fields, parameters, signature } = readNotification(body);
    const texts = fields.flatMap(({ name, value }) => [name, value]).concat(signature ?? '');
    for (const text of texts) assert.ok(!text.includes('\0') && text.isWellFormed());
    assert.match(parameters, /^[A-Za-z0-9._+%=&-]*$/);
    notificationSignature(parameters, 'salt');
    assert.equal(readNotification(Buffer.from(parameters)).parameters, parameters);
  };
  for (const body of hostile) examine(Buffer.from(body));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => examine(Buffer.from(bytes))));
  const pieces = fc.constantFrom('%', '&', '=', '+', '%00', '%e9', 'signature', 'a', '\xE9', ';');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) =>
      examine(Buffer.from(parts.join(''), 'latin1')),
    ),
  );
});

test('encoding and reading returns the same fields', () => {
  const pair = fc
    .tuple(fc.constantFrom('a', 'b c', 'é'), fc.string())
    .map(([name, value]) => ({ name, value }));
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const plain = pairs.filter(({ value }) => !value.includes('\0'));
      assert.deepEqual(read(encodeFields(plain)).fields, plain);
    }),
  );
});
