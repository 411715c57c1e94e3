import assert from 'node:assert/strict';
import test from 'node:test';
import {
  statusDetails,
  failureSummary,
  statusName,
  progressInTens,
  whyLocked,
} from './bulk-email-status.ts';

const nothing = {
  isPaused: false,
  isHeld: false,
  heldReason: null,
  isStopped: false,
  sentCount: 120,
  totalCount: 400,
};

test('the three statuses are shown, any other value is Unknown', () => {
  for (const bulkEmailStatusName of ['Pending', 'Processing', 'Complete'] as const) {
    assert.equal(statusName({ bulkEmailStatusName }), bulkEmailStatusName);
  }
  assert.equal(statusName({ bulkEmailStatusName: 'Lost' as 'Pending' }), 'Unknown');
});

test('a bulk email has been processed only at its end', () => {
  assert.match(whyLocked({ bulkEmailStatusName: 'Processing' }), /has started/);
  assert.match(whyLocked({ bulkEmailStatusName: 'Complete' }), /has been processed/);
});

test('pausing, holding and stopping stand beside the status, the most telling one', () => {
  assert.equal(statusDetails(nothing), '');
  assert.equal(statusDetails({ ...nothing, isPaused: true }), 'paused');
  const held = { ...nothing, isHeld: true, isPaused: true, heldReason: 'the server is down' };
  assert.equal(statusDetails(held), 'held: the server is down');
  assert.equal(statusDetails({ ...held, isStopped: true }), 'stopped after 120 of 400');
});

test('progress is shown in tens, and 100 only when no recipient is left', () => {
  const tens = (totalCountProcessed: number, totalCount: number) =>
    progressInTens({ totalCount, totalCountProcessed });
  assert.deepEqual([tens(0, 0), tens(9, 100), tens(10, 100), tens(1999, 2000)], [0, 0, 10, 90]);
  assert.equal(tens(2000, 2000), 100);
});

test('who did not get it is counted by why', () => {
  assert.equal(failureSummary({ failedCount: 0, suppressedCount: 0, uncertainCount: 0 }), '');
  assert.equal(
    failureSummary({ failedCount: 2, suppressedCount: 1, uncertainCount: 1 }),
    '2 failed, 1 uncertain, 1 not sent',
  );
});
