import assert from 'node:assert/strict';
import test from 'node:test';
import { newPasswordForm, problemWith } from './new-password-form.ts';

const wrong = (newPassword: string, confirmPassword: string) =>
  problemWith({ newPassword, confirmPassword });

test('both fields are required; the error is at the first empty one', () => {
  const message = 'Both fields are required.';
  assert.deepEqual(wrong('', ''), { field: 'newPassword', message });
  assert.deepEqual(wrong('', 'Leopard1'), { field: 'newPassword', message });
  assert.deepEqual(wrong('Leopard1', ''), { field: 'confirmPassword', message });
});

test('a mismatch is reported before the criteria', () => {
  const message = 'Passwords do not match.';
  assert.deepEqual(wrong('weak', 'week'), { field: 'confirmPassword', message });
});

test('each of the criteria counts', () => {
  const message = 'Password does not meet the required criteria.';
  for (const text of ['Leo1', 'leopard1', 'LEOPARD1', 'Leopards']) {
    assert.deepEqual(wrong(text, text), { field: 'newPassword', message });
  }
});

test('a password that is too long reports the limit', () => {
  const long = `Leopard1${'a'.repeat(121)}`;
  assert.equal(wrong(long, long)?.message, 'Please use at most 128 characters.');
});

test('a good password passes, with spaces and any letters', () => {
  const text = ' Ünder the big Acacia 1';
  assert.equal(wrong(text, text), null);
  assert.ok(newPasswordForm.safeParse({ newPassword: text, confirmPassword: text }).success);
});
