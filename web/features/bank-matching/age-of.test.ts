import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOf } from './age-of.ts';

test('the age of a day is in whole days', () => {
  assert.equal(ageOf('2026-03-01', '2026-03-01'), 0);
  assert.equal(ageOf('2026-02-28', '2026-03-01'), 1);
  assert.equal(ageOf('2025-03-01', '2026-03-01'), 365);
});
