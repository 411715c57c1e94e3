import assert from 'node:assert/strict';
import test from 'node:test';
import { invoiceAdminTexts as texts } from '#contract/invoices/admin-endpoints.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import { readOnlyReason } from './invoice-permissions.ts';

const none = { mayUndo: false, mayCorrect: false, mayVoid: false };
const all = { mayUndo: true, mayCorrect: true, mayVoid: true };
const sentUtc = '2027-03-10T08:00:00Z';
const paid = { state: 'paid', isPaid: true, amount: 650, balance: 0, sentUtc } as Invoice;
const sent = { ...paid, state: 'unpaid', isPaid: false, balance: 650 } as const;

test('why an invoice is read-only advises only what the user may do', () => {
  assert.equal(readOnlyReason(paid, none), texts.isPaid);
  assert.equal(
    readOnlyReason(paid, all),
    [texts.isPaid, texts.undoPaid, texts.correctPaid].join(' '),
  );
  assert.equal(readOnlyReason({ ...sent, balance: 600 }, none), texts.isPartPaid);
  assert.equal(
    readOnlyReason({ ...sent, balance: 600 }, all),
    `${texts.isPartPaid} ${texts.undoPart}`,
  );
  assert.equal(readOnlyReason(sent, none), texts.isSent);
  assert.equal(readOnlyReason(sent, all), `${texts.isSent} ${texts.voidSent}`);
  assert.equal(readOnlyReason(sent, none, true), texts.isKept);
  assert.equal(readOnlyReason({ ...sent, sentUtc: null }, all), null);
});
