import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptKeys } from './attempt-keys.ts';

test('the same input keeps its key until it succeeds', () => {
  let number = 0;
  const keys = attemptKeys(() => `key ${(number += 1)}`);
  assert.equal(keys.keyFor({ amount: 1 }), 'key 1');
  assert.equal(keys.keyFor({ amount: 1 }), 'key 1');
  keys.succeeded();
  assert.equal(keys.keyFor({ amount: 1 }), 'key 2');
});

test('a changed input is another attempt', () => {
  let number = 0;
  const keys = attemptKeys(() => `key ${(number += 1)}`);
  keys.keyFor({ amount: 1 });
  assert.equal(keys.keyFor({ amount: 2 }), 'key 2');
});

test('keys are not guessed', () => {
  assert.match(attemptKeys().keyFor(undefined), /^[0-9a-f]{32}$/);
  assert.notEqual(attemptKeys().keyFor(1), attemptKeys().keyFor(1));
});
