import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmTicked } from '#contract/privacy/confirm-ticked.ts';
import { rememberOutcome, withoutEarlierOutcome } from './earlier-outcome.ts';
import type { PaymentRecord } from './find-record.ts';
import {
  initialState,
  noMoney,
  pauseAfter,
  sentencesOf,
  type StatusState,
  stateAfter,
  thanksFor,
  waitingFor,
} from './payment-status.ts';

const record = (state: PaymentRecord['state']) => ({
  id: '1',
  amount: 450,
  state,
  reference: null,
});
const answer = (state: PaymentRecord['state'] | null) => ({
  record: state && record(state),
  money: noMoney,
  isManual: false,
});

/** The last state when the answer is always the same, and the pauses before each call. */
function watch(recordState: PaymentRecord['state'] | null) {
  const pauses: number[] = [];
  let state: StatusState = initialState;
  for (let pause = pauseAfter(state); pause !== null; pause = pauseAfter(state)) {
    pauses.push(pause / 1000);
    state = stateAfter(state, answer(recordState));
  }
  return { pauses, status: state.status };
}

test('a missing payment is polled for a minute, then counts as unpaid', () => {
  assert.deepEqual(watch('unpaid'), { pauses: [0, 2, 4, 8, 16, 30], status: 'unpaid' });
});

test('what cannot be loaded stays pending', () => {
  assert.deepEqual(watch(null), { pauses: [0, 2, 4, 8, 16, 30], status: 'pending' });
});

test('paid, failed, cancelled, void and written off are known at once', () => {
  assert.deepEqual(watch('paid'), { pauses: [0], status: 'paid' });
  for (const state of ['failed', 'cancelled', 'void', 'writtenOff'] as const) {
    assert.deepEqual(watch(state), { pauses: [0], status: 'unpaid' });
  }
});

test('asking by hand takes no round away, and a late no does not take a payment back', () => {
  const once = stateAfter(initialState, answer('unpaid'));
  const isManual = stateAfter(once, { ...answer('unpaid'), isManual: true });
  assert.deepEqual([isManual.status, isManual.rounds], ['pending', 1]);
  const paid = stateAfter(isManual, { ...answer('paid'), isManual: true });
  assert.equal(stateAfter(paid, answer('unpaid')).status, 'paid');
});

test('what was known of the record is kept when the next question fails', () => {
  const state = stateAfter(stateAfter(initialState, answer('unpaid')), answer(null));
  assert.equal(state.record?.amount, 450);
});

test('the outcome of an earlier attempt does not end the next one', () => {
  const stored = new Map<string, string>();
  globalThis.sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  } as unknown as Storage;
  rememberOutcome(record('cancelled'));
  assert.equal(withoutEarlierOutcome(record('cancelled'))?.state, 'unpaid');
  assert.equal(withoutEarlierOutcome(record('failed'))?.state, 'failed', 'a new outcome');
  assert.equal(withoutEarlierOutcome(record('paid'))?.state, 'paid');
  assert.equal(withoutEarlierOutcome({ ...record('cancelled'), id: '2' })?.state, 'cancelled');
  rememberOutcome(record('unpaid'));
  assert.equal(withoutEarlierOutcome(record('cancelled'))?.state, 'cancelled');
});

test('a credit makes a record that is not paid pending, also a void one, and a card part an open one', () => {
  const credit = { ...noMoney, amount: 450, held: 250 };
  for (const state of ['unpaid', 'void'] as const) {
    const first = stateAfter(initialState, { ...answer(state), money: credit });
    assert.deepEqual([first.status, first.money.held], ['pending', 250]);
    assert.equal(stateAfter(first, answer('paid')).status, 'paid');
  }
  const last = { ...initialState, rounds: 5 };
  const part = { ...noMoney, amount: 450, paid: 250 };
  const card = { ...answer('unpaid'), money: { ...part, isPaidByCard: true } };
  assert.equal(stateAfter(last, card).status, 'pending');
  assert.equal(stateAfter(last, { ...answer('unpaid'), money: part }).status, 'unpaid');
});

test('a failed or cancelled attempt is not pending because of money that came otherwise', () => {
  const money = { amount: 450, held: 100, paid: 200, isPaidByCard: true };
  for (const state of ['failed', 'cancelled'] as const) {
    const { status } = stateAfter(initialState, { ...answer(state), money });
    assert.equal(status, 'unpaid');
  }
});

test('the sentences say what is to pay after a part, and that the office answers for a credit', () => {
  assert.deepEqual(sentencesOf(noMoney), []);
  assert.deepEqual(sentencesOf({ ...noMoney, amount: 450, paid: 200 }), [
    'We have your R200.00. R250.00 is still to pay.',
  ]);
  assert.deepEqual(sentencesOf({ ...noMoney, amount: 450, held: 250 }), [
    'We have your R250.00. The office will contact you.',
  ]);
});

test('a receipt is promised only for a card payment that gets one, and only where mails are sent', () => {
  const visitor = { isDonation: false, isVisitor: true, isMailKept: false };
  const receipted = { held: 0, isReceipted: true };
  assert.deepEqual(thanksFor({ held: 50, isReceipted: true }, { ...visitor, isVisitor: false }), [
    'Thank you. A receipt is sent to your email address.',
  ]);
  assert.deepEqual(thanksFor(receipted, { ...visitor, isDonation: true }), [
    'Thank you for your donation. A receipt is sent to your email address.',
    confirmTicked,
  ]);
  assert.deepEqual(thanksFor(receipted, { ...visitor, isMailKept: true }), ['Thank you.']);
  assert.deepEqual(thanksFor({ held: 450, isReceipted: false }, visitor), [
    'We have your R450.00. The office will contact you.',
  ]);
  for (const summary of [null, { held: 0, isReceipted: false }]) {
    assert.deepEqual(thanksFor(summary, visitor), ['Thank you.']);
  }
});

test('while a payment is pending, a receipt is promised only for a known record', () => {
  assert.match(waitingFor(record('unpaid'), false), /close this page\. When .* a receipt is sent/);
  assert.match(waitingFor(record('unpaid'), true), /close this page\.$/);
  assert.match(waitingFor(null, false), /close this page\.$/);
});
