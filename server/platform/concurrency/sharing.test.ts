import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharing } from './sharing.ts';

test('concurrent calls with the same key share one read, and a later call reads again', async () => {
  const reads: string[] = [];
  const pending: (() => void)[] = [];
  const read = sharing(async (key) => {
    reads.push(key);
    await new Promise<void>((go) => pending.push(go));
    return `${key}${reads.length}`;
  });
  const together = Promise.all([read('a'), read('a'), read('b'), read('a')]);
  for (const go of pending.splice(0)) go();
  assert.deepEqual(await together, ['a2', 'a2', 'b2', 'a2']);
  assert.deepEqual(reads, ['a', 'b']);
  const later = read('a');
  pending.pop()?.();
  assert.equal(await later, 'a3');
});

test('a read that failed is not shared with later calls', async () => {
  let isAway = true;
  const read = sharing(async () => {
    if (isAway) throw new Error('away');
    return 'there';
  });
  await assert.rejects(read('a'), /away/);
  isAway = false;
  assert.equal(await read('a'), 'there');
});
