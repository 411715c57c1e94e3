import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentRecord } from './find-record.ts';
import { nothingSeen, pauseAfter, type Seen, seenAfter } from './payment-status.ts';

const record = (state: PaymentRecord['state']) => ({
  id: '1',
  amount: 450,
  state,
  reference: null,
});
const told = (state: PaymentRecord['state'] | null) => ({
  record: state && record(state),
  byHand: false,
});

/** What is seen after so many rounds with the same answer, and the pauses before them. */
function watch(state: PaymentRecord['state'] | null) {
  const pauses: number[] = [];
  let seen: Seen = nothingSeen;
  for (let pause = pauseAfter(seen); pause !== null; pause = pauseAfter(seen)) {
    pauses.push(pause / 1000);
    seen = seenAfter(seen, told(state));
  }
  return { pauses, standing: seen.standing };
}

test('a payment that is not there is asked for during a minute, then counts as unpaid', () => {
  assert.deepEqual(watch('unpaid'), { pauses: [0, 2, 4, 8, 16, 30], standing: 'unpaid' });
});

test('what can not be had stays pending', () => {
  assert.deepEqual(watch(null), { pauses: [0, 2, 4, 8, 16, 30], standing: 'pending' });
});

test('paid, failed, cancelled and void are known at once', () => {
  assert.deepEqual(watch('paid'), { pauses: [0], standing: 'paid' });
  for (const state of ['failed', 'cancelled', 'void'] as const) {
    assert.deepEqual(watch(state), { pauses: [0], standing: 'unpaid' });
  }
});

test('asking by hand takes no round away, and a late no does not take a payment back', () => {
  const once = seenAfter(nothingSeen, told('unpaid'));
  const byHand = seenAfter(once, { ...told('unpaid'), byHand: true });
  assert.deepEqual([byHand.standing, byHand.rounds], ['pending', 1]);
  const paid = seenAfter(byHand, { ...told('paid'), byHand: true });
  assert.equal(seenAfter(paid, told('unpaid')).standing, 'paid');
});

test('what was known of the record is kept when the next question fails', () => {
  const seen = seenAfter(seenAfter(nothingSeen, told('unpaid')), told(null));
  assert.equal(seen.record?.amount, 450);
});
