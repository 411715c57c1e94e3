import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDuration } from './format-duration.ts';

test('the duration is shown in the unit that people plan with', () => {
  const minutes = [1, 5, 119, 121, 47 * 60, 49 * 60, 10 * 24 * 60];
  assert.deepEqual(minutes.map(formatDuration), [
    '1 minute',
    '5 minutes',
    '119 minutes',
    '3 hours',
    '47 hours',
    '3 days',
    '10 days',
  ]);
});
