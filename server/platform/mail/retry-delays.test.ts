import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttempt } from './retry-delays.ts';

const queuedAt = new Date('2027-03-10T08:00:00Z');

test('the pauses grow, and end within two days', () => {
  const pauses: number[] = [];
  let now = queuedAt;
  for (;;) {
    const next = nextAttempt(pauses.length + 1, now);
    if (next === null) break;
    pauses.push((next.getTime() - now.getTime()) / 60_000);
    now = next;
  }
  assert.deepEqual(pauses.slice(0, 4), [1, 5, 15, 60]);
  assert.deepEqual(
    pauses,
    pauses.toSorted((one, other) => one - other),
  );
  const hours = (now.getTime() - queuedAt.getTime()) / 3_600_000;
  assert.ok(hours > 40 && hours <= 48, `${hours} hours`);
});
