import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withNotice, withoutAnswered, withoutNotice, withoutOlder } from './notice-list.ts';

test('a new notice comes last, with an id of its own', () => {
  const notices = withNotice(withNotice([], 'success', 'Saved.'), 'failure', 'Not saved.');
  assert.deepEqual(
    notices.map(({ id, text }) => [id, text]),
    [
      [1, 'Saved.'],
      [2, 'Not saved.'],
    ],
  );
});

test('the same words are said again, not twice', () => {
  const once = withNotice([], 'failure', 'Failed to process payment.');
  const again = withNotice(once, 'failure', 'Failed to process payment.');
  assert.deepEqual(
    again.map(({ id, times }) => [id, times]),
    [[1, 2]],
  );
});

test('of notices that replace each other only the newest is shown, with its own link', () => {
  const link = (to: string) => ({ link: { label: 'Undo', to, replaces: 'booked' } });
  const first = withNotice([], 'success', 'Booked.', link('/one'));
  const other = withNotice(first, 'success', 'Saved.');
  const second = withNotice(other, 'success', 'Booked.', link('/two'));
  assert.deepEqual(
    second.map(({ text, link: { to } = { to: '' } }) => [text, to]),
    [
      ['Saved.', ''],
      ['Booked.', '/two'],
    ],
  );
});

test('a closed notice is gone', () => {
  const notices = withNotice(withNotice([], 'success', 'One.'), 'success', 'Two.');
  assert.deepEqual(
    withoutNotice(notices, 1).map(({ text }) => text),
    ['Two.'],
  );
});

test('a notice leaves with its page, unless it answers the action that led to the next', () => {
  const sent = withNotice([], 'success', 'Sent.', { at: 1000 });
  const notices = withNotice(sent, 'success', 'Saved.', { at: 4900 });
  assert.deepEqual(
    withoutOlder(notices, 4800).map(({ text }) => text),
    ['Saved.'],
  );
  assert.equal(withoutOlder(notices, 900), notices);
});

test('an outcome takes away what the last action has answered', () => {
  const link = { label: 'Undo', to: '/one' };
  const booked = withNotice([], 'success', 'Booked.', { at: 1000, link });
  const saved = withNotice(booked, 'success', 'Saved.', { at: 1000 });
  const notices = withNotice(saved, 'failure', 'Not sent.', { at: 1000 });
  const left = (lastAction: number, hasFailed: boolean) =>
    withoutAnswered(notices, lastAction, hasFailed).map(({ text }) => text);
  assert.deepEqual(left(2000, true), ['Booked.', 'Not sent.']);
  assert.deepEqual(left(2000, false), ['Booked.']);
  // All answer the same action.
  assert.equal(withoutAnswered(notices, 900, false), notices);
});
