import assert from 'node:assert/strict';

/** Fails with the complaints. Each names the file and says what to do instead. */
export function assertEmpty(complaints: string[]): void {
  if (complaints.length > 0) assert.fail(['', ...complaints].join('\n'));
}
