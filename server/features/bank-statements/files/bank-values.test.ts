import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinTexts, normalText, readBankDay, readCents } from './bank-values.ts';

const anyDay = { from: null, to: null };

test('amounts are read in the ways in which banks write them', () => {
  const amounts: Record<string, number | null> = {
    '650.00': 65_000,
    '-41.6': -4160,
    '12000': 1_200_000,
    '(1,150.00)': -115_000,
    '150.00-': -15_000,
    'R15 000.00': 1_500_000,
    '-R15.50': -1550,
    'R-15.50': -1550,
    '12 000,00 Dr': -1_200_000,
    '1 234,50 Cr': 123_450,
    '+0000000500.00': 50_000,
    ' 1,536.00': 153_600,
    '1.234,56': 123_456,
    'ZAR 20': 2000,
    '350.00000000000006': 35_000,
    '-0.00': 0,
    '-': null,
    '': null,
  };
  for (const [text, value] of Object.entries(amounts)) {
    assert.deepEqual(readCents(text), { value }, text);
  }
  for (const text of [
    '1,23E+11',
    '-1.2E+5',
    'abc',
    '1.005',
    '1-2',
    '--5',
    'R',
    '99999999999999',
    '()',
  ]) {
    assert.ok('problem' in readCents(text), text);
  }
});

test('the order of day and month is that of the layout, and never guessed', () => {
  assert.deepEqual(readBankDay('03/04/2026', 'dmy', anyDay), { value: '2026-04-03' });
  assert.deepEqual(readBankDay('03/04/2026', 'mdy', anyDay), { value: '2026-03-04' });
  assert.deepEqual(readBankDay('020260304', 'ymd', anyDay), { value: '2026-03-04' });
  assert.deepEqual(readBankDay('2026/03/04 10:11:12', 'ymd', anyDay), { value: '2026-03-04' });
  assert.deepEqual(readBankDay('01Mrt2025', 'dMy', anyDay), { value: '2025-03-01' });
  assert.ok('problem' in readBankDay('13/04/2026', 'mdy', anyDay));
  assert.ok('problem' in readBankDay('2026-04-03', 'dmy', anyDay));
});

test('a date without a year is in the period of the statement, also over the new year', () => {
  const period = { from: '2025-12-15', to: '2026-01-14' };
  assert.deepEqual(readBankDay('31 Dec', 'dM', period), { value: '2025-12-31' });
  assert.deepEqual(readBankDay('02 Jan', 'dM', period), { value: '2026-01-02' });
  assert.ok('problem' in readBankDay('02 Feb', 'dM', period));
});

test('texts are compared without spaces and letter case, and none is said twice', () => {
  assert.equal(normalText('  Capitec   inv 41 '), 'CAPITEC INV 41');
  assert.equal(normalText('x'.repeat(500)).length, 400);
  assert.equal(joinTexts(['FNB APP', 'FNB APP']), 'FNB APP');
  assert.equal(joinTexts(['EFT', 'INV 41', '']), 'EFT INV 41');
});
