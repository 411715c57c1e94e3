import assert from 'node:assert/strict';
import test from 'node:test';
import { formatFileSize } from './format-file-size.ts';

test('a size is written in the unit that people compare by', () => {
  const sizes = [0, 1023, 1024, 245_000, 1_020_000, 1_048_576, 10 * 1024 * 1024];
  assert.deepEqual(sizes.map(formatFileSize), [
    '0 bytes',
    '1023 bytes',
    '1 KB',
    '239 KB',
    '996 KB',
    '1.0 MB',
    '10.0 MB',
  ]);
});
