import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOthers, numbersIn } from './numbers-in-text.ts';

const pairs: [one: string, other: string, isOther: boolean][] = [
  ['INTERNET PMT FROM inv 171 LOTTER', 'MAGTAPE CREDIT INV-00337-U', true],
  ['INV-00337', 'DON-00337', true],
  ['MEMBERSHIP 00042', 'CAPITEC 00043 FEES', true],
  ['inv 337 u', 'MAGTAPE CREDIT INV-00337-U', false],
  ['INV 337 INV 338', 'INV-00338', false],
  // The bank has cut the number.
  ['MAGTAPE CREDIT CAPITEC   INV-003', 'INV-00337-U', false],
  ['MAGTAPE CREDIT CAPITEC   J SMITH INV-00', 'INV-00337-U', false],
  // Numbers of banks, and of another sort.
  ['CASH DEP BRANCH 4711', 'CASH DEPOSIT 4712', false],
  ['INV-00337-U', 'MEMBERSHIP 00042', false],
  ['INV-00337-U', 'J SMITH', false],
];

test('texts name different invoices, donations or members only if no number can be the same', () => {
  for (const [one, other, isOther] of pairs) {
    assert.equal(nameOthers(numbersIn(one), numbersIn(other)), isOther, `${one} / ${other}`);
    assert.equal(nameOthers(numbersIn(other), numbersIn(one)), isOther, `${other} / ${one}`);
  }
});
