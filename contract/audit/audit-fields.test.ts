import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from './audit-fields.ts';

test('fields have the labels of the forms, and values are formatted for reading', () => {
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
    { name: 'Member type', before: 'Student', after: 'Individual' },
    { name: 'Member since', before: '', after: '10 Mar 2027', isNoted: true },
    { name: 'Fee', before: 'R200.00', after: 'R450.50' },
    { name: 'Retired', before: 'No', after: 'Yes' },
    { name: 'Note', before: '', after: 'Moved' },
    { name: 'Paid date', before: '', after: '10 Mar 2027, 10:00', isNoted: true },
    { name: 'Last used invoice number', before: '', after: '41', isNoted: true },
  ]);
});

test('ids and fields that another field covers are omitted', () => {
  const before = { id: 'a', memberTypeID: 'b', isPaid: false, state: 'unpaid' };
  const after = { id: 'c', memberTypeID: 'd', isPaid: true, state: 'paid', createdUtc: 'e' };
  assert.deepEqual(changedFields(before, after), [{ name: 'Is Paid', before: 'No', after: 'Yes' }]);
  const auditor = { role: 'Auditor', roles: ['Auditor'] };
  const treasurer = { role: 'Treasurer, Auditor', roles: ['Treasurer', 'Auditor'] };
  assert.deepEqual(changedFields(auditor, treasurer), [
    { name: 'Roles', before: 'Auditor', after: 'Treasurer, Auditor' },
  ]);
  assert.deepEqual(changedFields({ state: 'unpaid' }, { state: 'void' }), [
    { name: 'State', before: 'Unpaid', after: 'Void' },
  ]);
});

test('a field that was empty and stays empty is not listed as a change', () => {
  assert.deepEqual(changedFields({ phone: '' }, { phone: null }), []);
});

test('a payment of a part says how much it was, when and how', () => {
  const payment = { paymentId: 'x', amount: 100, paidOn: '2027-03-09', paidBy: 'EFT' };
  assert.deepEqual(changedFields({}, { payment }), [
    { name: 'Payment', before: '', after: 'Amount R100.00, Paid on 9 Mar 2027, Paid by EFT' },
  ]);
});

test('the result of sending renewals is listed with labels', () => {
  const skipped = [
    { reason: 'Open invoice', count: 2 },
    { count: 1, reason: 'Deactivated' },
  ];
  const filters = { lastName: 'Dlamini', memberTypeID: 'x' };
  assert.deepEqual(changedFields({}, { created: 7, skipped, filters, selected: 3 }), [
    { name: 'Invoices', before: '', after: '7' },
    { name: 'Skipped', before: '', after: 'Open invoice: 2, Deactivated: 1' },
    { name: 'Filters', before: '', after: 'Last name Dlamini' },
    { name: 'Selected', before: '', after: '3' },
  ]);
});
