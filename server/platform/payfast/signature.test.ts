import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { encode, trim } from './encode.ts';
import { encodeFields, type Field } from './fields.ts';
import { readNotification } from './notification.ts';
import { formSignature, isSameSignature, notificationSignature } from './signature.ts';

interface Vector {
  id: string;
  kind: 'form' | 'itn';
  fields: [string, string][];
  passphrase: string | null;
  encoded: string;
  signature: string;
}

// Made by the provider's own implementations, or recorded from its sandbox.
const vectors = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
) as Vector[];

for (const { id, kind, fields, passphrase, encoded, signature } of vectors) {
  test(`signs like the provider: ${id}`, () => {
    const pairs = fields.map(([name, value]) => ({ name, value }));
    const unsigned = encoded.replace(/&passphrase=[^&]*$/, '');
    if (kind === 'form') {
      const posted = pairs.map(({ name, value }) => ({ name, value: trim(value) }));
      assert.equal(encodeFields(posted.filter(({ value }) => value !== '')), unsigned);
      assert.equal(formSignature(pairs, passphrase ?? ''), signature);
      return;
    }
    const { parameters, signature: read } = readNotification(
      Buffer.from(`${encodeFields(pairs)}&signature=${signature}`),
    );
    assert.equal(parameters, unsigned);
    assert.equal(read, signature);
    assert.equal(notificationSignature(parameters, passphrase ?? ''), signature);
  });
}

test('there are vectors of both kinds', () => {
  assert.equal(vectors.filter(({ kind }) => kind === 'form').length, 17);
  assert.equal(vectors.filter(({ kind }) => kind === 'itn').length, 6);
});

test('every printable character is encoded as PHP does', () => {
  const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, step) => 32 + step));
  assert.equal(
    encode(printable),
    [
      '+%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F',
      '%40ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D%7E',
    ].join(''),
  );
  assert.equal(encode('México 🦒\n\0'), 'M%C3%A9xico+%F0%9F%A6%92%0A%00');
});

test('trimming takes what PHP takes and no more', () => {
  assert.equal(trim(' \t\n\r\0\vJan Nel\v\0\r\n\t '), 'Jan Nel');
  assert.equal(trim('\u00A0Nel\u00A0\f\u2003'), '\u00A0Nel\u00A0\f\u2003');
  assert.equal(trim(' \n '), '');
});

test('signatures are the same only when they are', () => {
  const right = 'a72558986a92d307d088f4eb8b044f33';
  assert.equal(isSameSignature(right, right), true);
  const others = [null, '', right.slice(1), `${right}0`, right.toUpperCase(), 'é'.repeat(16)];
  for (const other of others) assert.equal(isSameSignature(other, right), false);
});

const field = fc.record({
  name: fc.stringMatching(/^[a-z][a-z_]{0,11}$/).filter((name) => name !== 'signature'),
  value: fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constant('')),
});
const fields = fc.array(field, { minLength: 2, maxLength: 30 });
const passphrase = fc.stringMatching(/^[A-Za-z0-9_/-]{0,32}$/);

function isRight(sent: Field[], signature: string, secret: string): boolean {
  const read = readNotification(Buffer.from(`${encodeFields(sent)}&signature=${signature}`));
  return isSameSignature(read.signature, notificationSignature(read.parameters, secret));
}

test('a notification verifies as it was signed, and with no value, order, blank or passphrase changed', () => {
  fc.assert(
    fc.property(fields, passphrase, fc.nat(), fc.string(), (sent, secret, at, other) => {
      const signature = notificationSignature(encodeFields(sent), secret);
      assert.equal(isRight(sent, signature, secret), true);
      const place = at % sent.length;
      const { name, value } = sent[place]!;
      const changed = sent.with(place, { name, value: value === other ? `${other}!` : other });
      assert.equal(isRight(changed, signature, secret), false);
      assert.equal(isRight(sent.toSpliced(place, 1), signature, secret), false);
      const blank = { name: 'custom_str1', value: '' };
      assert.equal(isRight(sent.toSpliced(place, 0, blank), signature, secret), false);
      assert.equal(isRight(sent, signature, `${secret}x`), false);
      const turned = sent.toReversed();
      const isTurned = encodeFields(turned) !== encodeFields(sent);
      assert.equal(isRight(turned, signature, secret), !isTurned);
    }),
  );
});

test('a form is signed as it is posted, whatever blanks stand around its values', () => {
  fc.assert(
    fc.property(fields, passphrase, (posted, secret) => {
      const padded = posted.map(({ name, value }) => ({ name, value: ` \t${value}\r\n\0` }));
      const cleaned = posted
        .map(({ name, value }) => ({ name, value: trim(value) }))
        .filter(({ value }) => value !== '');
      assert.equal(formSignature(padded, secret), formSignature(cleaned, secret));
    }),
  );
});
