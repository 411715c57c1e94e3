import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountInWords } from './erasure.ts';

test('what goes and what stays is counted, and only the thing has a plural', () => {
  const inWords = (count: number) =>
    amountInWords({ what: 'invoice with a payment and the name', count });
  assert.deepEqual(
    [0, 1, 2].map((count) => inWords(count)),
    [null, '1 invoice with a payment and the name', '2 invoices with a payment and the name'],
  );
  assert.equal(amountInWords({ what: 'email', count: 3 }), '3 emails');
});
