import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAmount, tidyAmount } from './read-amount.ts';

const understood: Record<string, number> = {
  '250': 250,
  ' 250 ': 250,
  '1250.5': 1250.5,
  '1250,5': 1250.5,
  '1250,50': 1250.5,
  '1 250,50': 1250.5,
  '1\u00a0250,50': 1250.5,
  '1\u202f250.50': 1250.5,
  '1 250': 1250,
  '1,250.50': 1250.5,
  '1,250': 1250,
  '1,250,000.00': 1_250_000,
  '1.250,50': 1250.5,
  R250: 250,
  'r 1 250.50': 1250.5,
  '0.05': 0.05,
  '007': 7,
  '0': 0,
};

for (const [typed, amount] of Object.entries(understood)) {
  test(`"${typed}" is ${amount} rand`, () => assert.equal(readAmount(typed), amount));
}

const refused = [
  ['nothing', ['', ' ', 'R']],
  ['what may be thousands or decimals', ['1.250', '1.250.000']],
  ['more than two decimals', ['12.345', '0,005', '1 250,505']],
  ['groups that are none', ['12 50', '1 2 3', '1,25,0', '1234,567.00', '1 250 5']],
  ['other signs', ['-5', '+5', '1e3', '5%', '5 rand', '$5', '5.', '.5', '5,', 'NaN', 'Infinity']],
] as const;

for (const [what, texts] of refused) {
  test(`${what} is no amount`, () => {
    for (const text of texts) assert.ok(Number.isNaN(readAmount(text)), text);
  });
}

test('an amount is written as it was understood, and anything else left alone', () => {
  assert.equal(tidyAmount('1 250,5'), '1250.50');
  assert.equal(tidyAmount('R1,250'), '1250');
  for (const typed of Object.keys(understood)) {
    assert.equal(readAmount(tidyAmount(typed)), readAmount(typed), typed);
  }
  assert.equal(tidyAmount('1.250'), '1.250');
  assert.equal(tidyAmount(''), '');
});
