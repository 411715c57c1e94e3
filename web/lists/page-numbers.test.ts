import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { lastPageOf, pageNumbers, shownRange } from './page-numbers.ts';

test('two either side of the current page', () => {
  assert.deepEqual(pageNumbers(10, 22), [8, 9, 10, 11, 12]);
  assert.deepEqual(pageNumbers(1, 22), [1, 2, 3]);
  assert.deepEqual(pageNumbers(2, 22), [1, 2, 3, 4]);
  assert.deepEqual(pageNumbers(22, 22), [20, 21, 22]);
  assert.deepEqual(pageNumbers(1, 1), [1]);
});

test('the window holds the current page, at most five, all within the list and in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, b) => {
      const [current, last] = [Math.min(a, b), Math.max(a, b)];
      const numbers = pageNumbers(current, last);
      assert.ok(numbers.includes(current));
      assert.ok(numbers.length <= 5);
      assert.ok(numbers.every((n) => n >= 1 && n <= last && Math.abs(n - current) <= 2));
      assert.deepEqual(
        numbers,
        numbers.toSorted((x, y) => x - y),
      );
    }),
  );
});

test('every record is on exactly one page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(10, 20, 50), (total, size) => {
      const pages = Array.from({ length: lastPageOf(total, size) }, (_, index) => index + 1);
      const ranges = pages.map((page) => shownRange(page, size, total));
      assert.equal(
        ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0),
        total,
      );
      assert.equal(ranges.at(-1)?.to, total);
    }),
  );
});

test('an empty list has one page that shows none', () => {
  assert.equal(lastPageOf(0, 10), 1);
  assert.deepEqual(shownRange(1, 10, 0), { from: 0, to: 0 });
});
