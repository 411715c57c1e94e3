import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAge } from './format-age.ts';

test('the age of a backup is written in its largest unit', () => {
  const minute = 60_000;
  const ages = [0, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 48 * 60 * minute];
  assert.deepEqual(ages.map(formatAge), [
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '47 hours ago',
    '2 days ago',
  ]);
});
