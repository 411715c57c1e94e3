import assert from 'node:assert/strict';
import test from 'node:test';
import { missingForEft } from '#contract/company-info/missing-for-eft.ts';
import { compareEdits, type CompanyValues } from './company-values.ts';

const filled: CompanyValues = {
  name: 'Lowveld Trust',
  bank: 'Standard Bank',
  accountNumber: '0012345678',
  branchCode: '051001',
  accountType: 'Cheque',
  lastUsedInvoiceNumber: 60,
};

test('what was typed here is kept, what only the other one changed is taken over', () => {
  const typed = { ...filled, bank: 'Nedbank', branchCode: '198765' };
  const latest = { ...filled, branchCode: '250655', accountType: 'Savings' };
  assert.deepEqual(compareEdits(filled, typed, latest), {
    typedHere: ['bank', 'branchCode'],
    changedThere: ['branchCode'],
  });
});

test('two who typed the same do not disagree', () => {
  const both = { ...filled, bank: 'Nedbank' };
  assert.deepEqual(compareEdits(filled, both, both), { typedHere: [], changedThere: [] });
});

test('an untouched counter follows the invoices that were issued meanwhile', () => {
  const latest = { ...filled, lastUsedInvoiceNumber: 63 };
  assert.deepEqual(compareEdits(filled, filled, latest).typedHere, []);
});

test('a SWIFT code is not missed, spaces are no bank', () => {
  assert.deepEqual(missingForEft(filled), []);
  assert.deepEqual(missingForEft({ ...filled, name: '', bank: ' ' }), [
    'Name of the organisation',
    'Bank',
  ]);
});
