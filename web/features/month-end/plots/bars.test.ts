import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf } from './bars.ts';

const of = (...amounts: number[]) => ({ label: '', amounts });

test('bars beside each other reach from zero to their amounts', () => {
  const { bars, zero, most } = barsOf([of(100, 0), of(50, -100)], false);
  assert.deepEqual([zero, most], [20, 100]);
  assert.deepEqual(
    bars.map(({ y, height, of: series }) => [series, y, height]),
    [
      [0, 0, 20],
      [1, 10, 10],
      [1, 20, 20],
    ],
  );
  assert.ok(bars.every(({ x, width }) => width === 3.5 && x >= 1.5));
});

test('stacked bars do not cover each other', () => {
  const { bars, most } = barsOf([of(100), of(50), of(-50)], true);
  assert.equal(most, 150);
  assert.deepEqual(
    bars.map(({ y, height }) => [y, height]),
    [
      [10, 20],
      [0, 10],
      [30, 10],
    ],
  );
});

test('a plot of nothing has no bars', () => {
  assert.deepEqual(barsOf([of(0, 0)], true), { bars: [], zero: 0, most: 0 });
  assert.deepEqual(barsOf([], false).bars, []);
});
