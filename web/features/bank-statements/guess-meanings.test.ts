import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessMeanings } from './guess-meanings.ts';

test('headings say what columns are, with one amount or two', () => {
  assert.deepEqual(guessMeanings(['Posting date', 'Details', 'Credit', 'Debit', 'Balance']), [
    'day',
    'text',
    'moneyIn',
    'moneyOut',
    'balance',
  ]);
  assert.deepEqual(guessMeanings(['Datum', 'Bedrag', 'Beskrywing', 'Value date']), [
    'day',
    'amount',
    'text',
    null,
  ]);
  assert.deepEqual(guessMeanings(['Column A', 'Amount', 'Credit']), [null, 'amount', null]);
});
