import assert from 'node:assert/strict';
import test from 'node:test';
import { previewBulkEmail } from '#contract/bulk-emails/preview.ts';
import { getInvoice, processInvoicePayment, searchInvoices } from '#contract/invoices/endpoints.ts';
import { deleteMember } from '#contract/members/endpoints.ts';
import { announceChange, onChange } from './changes.ts';

test('a call that changes something is announced, and a search or a preview is not', () => {
  let announced = 0;
  const stop = onChange(() => (announced += 1));
  announceChange(processInvoicePayment);
  announceChange(deleteMember);
  assert.equal(announced, 2);
  for (const endpoint of [getInvoice, searchInvoices, previewBulkEmail]) announceChange(endpoint);
  assert.equal(announced, 2);
  stop();
  announceChange(deleteMember);
  assert.equal(announced, 2);
});
