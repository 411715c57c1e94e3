import assert from 'node:assert/strict';
import test from 'node:test';
import type { MembershipPeriod } from '#contract/members/story.ts';
import { laterRecords } from './use-later-records.ts';

const period = (invoiceId: string | null) => ({ invoiceId }) as MembershipPeriod;
const story = (invoices: readonly (string | null)[], open: string | null = null, more = 0) => ({
  periods: { results: invoices.map(period), totalCount: invoices.length + more },
  openInvoice: open === null ? null : { id: open, invoiceNumber: 'INV-00042' },
});

test('an undo asks of later periods and another open invoice only if they are there', () => {
  const none = { hasLater: false, hasOtherOpen: false };
  assert.deepEqual(laterRecords(story(['paid', 'earlier']), 'paid'), none);
  assert.deepEqual(laterRecords(story([]), 'paid'), none);
  const entered = laterRecords(story([null, 'paid']), 'paid');
  assert.deepEqual(entered, { hasLater: true, hasOtherOpen: false });
  const renewed = laterRecords(story(['paid'], 'renewal'), 'paid');
  assert.deepEqual(renewed, { hasLater: false, hasOtherOpen: true });
  assert.equal(laterRecords(story(['a', 'b'], null, 1), 'long ago').hasLater, true);
});
