import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError } from '#web/api/api-error.ts';
import { forgotFailure, resetFailure } from './failures.ts';

const failed = (status: number, message = 'What the server said.') =>
  new ApiError(message, { status, response: '', headers: {}, body: undefined });

test('a link that could not be sent has its fixed message', () => {
  const failure = 'Failed to send reset link. Please try again.';
  const exception = 'An error occurred. Please try again later.';
  assert.equal(forgotFailure(failed(400)), failure);
  assert.equal(forgotFailure(failed(409)), failure);
  assert.equal(forgotFailure(failed(0)), exception);
  assert.equal(forgotFailure(failed(503)), exception);
});

test('a password that could not be set has one sentence', () => {
  for (const status of [0, 400, 503]) {
    assert.equal(resetFailure(failed(status)), 'Failed to reset password. Please try again.');
  }
});

test('a link that was used or is too old is named', () => {
  assert.equal(
    resetFailure(failed(400), true),
    'Failed to reset password. Please try again. This link was used already, or it is too old.',
  );
});

test('a rate limit shows the server’s message', () => {
  const wait = 'Too many requests. Please wait a moment and try again.';
  assert.equal(forgotFailure(failed(429, wait)), wait);
  assert.equal(resetFailure(failed(429, wait)), wait);
});
