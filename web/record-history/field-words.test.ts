import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from './field-words.ts';

test('fields are called as the forms call them, and values are written as people write them', () => {
  const before = { memberTypeName: 'Student', fee: 200, isRetired: false, note: null };
  const after = {
    memberTypeName: 'Individual',
    fee: 450.5,
    isRetired: true,
    note: 'Moved',
    signupDate: '2027-03-10',
    paidDate: '2027-03-10T08:00:00.000Z',
    lastUsedInvoiceNumber: 41,
  };
  assert.deepEqual(changedFields(before, after), [
    { name: 'Member Type', before: 'Student', after: 'Individual' },
    { name: 'Fee', before: 'R200.00', after: 'R450.50' },
    { name: 'Retired', before: 'No', after: 'Yes' },
    { name: 'Note', before: '', after: 'Moved' },
    { name: 'Signup Date', before: '', after: '10 Mar 2027' },
    { name: 'Paid', before: '', after: '10 Mar 2027, 10:00' },
    { name: 'Last used invoice number', before: '', after: '41' },
  ]);
});

test('ids, and what another field tells better, are left out', () => {
  const before = { id: 'a', memberTypeID: 'b', isPaid: false, state: 'unpaid' };
  const after = { id: 'c', memberTypeID: 'd', isPaid: true, state: 'paid', createdUtc: 'e' };
  assert.deepEqual(changedFields(before, after), [{ name: 'Is Paid', before: 'No', after: 'Yes' }]);
  assert.deepEqual(changedFields({ state: 'unpaid' }, { state: 'void' }), [
    { name: 'State', before: 'unpaid', after: 'void' },
  ]);
});

test('what was empty and stays so is no change', () => {
  assert.deepEqual(changedFields({ phone: '' }, { phone: null }), []);
});
