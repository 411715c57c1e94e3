import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentOf } from './payment-of-address.ts';
import { problemWith } from './check-record.ts';

const record = { id: '1', amount: 450, state: 'unpaid', reference: null } as const;

test('a whole record has no problem, and a missing part is named with its kind', () => {
  assert.equal(problemWith('donation', record), null);
  assert.equal(
    problemWith('donation', { ...record, amount: null }),
    'Amount is missing for the donation.',
  );
  assert.equal(
    problemWith('subscription', { ...record, id: null }),
    'Record ID is missing for the subscription.',
  );
  assert.equal(problemWith('subscription', null), 'Unknown data format returned from the server.');
});

test('an address without a type is a subscription, and a type alone lacks its id', () => {
  assert.deepEqual(paymentOf({ type: 'donation', id: '1' }), { kind: 'donation', id: '1' });
  assert.deepEqual(paymentOf({ type: 'gift', id: '1' }), { kind: null, id: '1' });
  assert.deepEqual(paymentOf({ invoiceId: '1' }), { kind: 'subscription', id: '1' });
  assert.deepEqual(paymentOf({ invoiceId: 'donation' }), { kind: 'donation', id: null });
});
