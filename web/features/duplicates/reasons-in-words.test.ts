import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonsInWords } from './reasons-in-words.ts';

test('an email is said to be written differently only if it is', () => {
  const thandi = { email: 'thandi.dlamini@example.org' };
  const variant = { email: 'thandidlamini+friends@example.org' };
  assert.equal(reasonsInWords(['email', 'name'], thandi, thandi), 'Same email. Same name.');
  assert.equal(reasonsInWords(['email'], thandi, variant), 'Same email, written differently.');
  assert.equal(reasonsInWords(['phone'], thandi, variant), 'Same phone number.');
});
