import assert from 'node:assert/strict';

/** Fails with the complaints themselves: each says which file, and what to do instead. */
export function assertEmpty(complaints: string[]): void {
  if (complaints.length > 0) assert.fail(['', ...complaints].join('\n'));
}
