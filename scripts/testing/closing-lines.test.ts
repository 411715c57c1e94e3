import assert from 'node:assert/strict';
import test from 'node:test';
import { closingLines, countIn } from './closing-lines.ts';

const node = `✔ one (1ms)
ℹ tests 14
ℹ suites 2
ℹ pass 11
ℹ fail 1
ℹ cancelled 2
ℹ skipped 0
ℹ todo 0
ℹ duration_ms 437.7
`;

const playwright = `  ✓  1 [phone] › e2e/a.story.ts:3:1 › 3 failed payments are shown (781ms)
  1 failed
    [phone] › e2e/a.story.ts:9:1 › x
  1 interrupted
  4 did not run
  20 passed (12.8s)
`;

test("the runners' closing lines are found among everything else", () => {
  assert.equal(closingLines(node).length, 7);
  assert.deepEqual(closingLines(playwright).at(-1), '  20 passed (12.8s)');
  assert.equal(closingLines(playwright).length, 4);
});

test('what was broken off or never ran has failed', () => {
  assert.deepEqual(countIn(node), { passed: 11, failed: 3 });
  assert.deepEqual(countIn(playwright), { passed: 20, failed: 6 });
});
