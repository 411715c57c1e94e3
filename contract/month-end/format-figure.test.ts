import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFigure } from './format-figure.ts';

test('a large figure has its thousands apart', () => {
  const figures = [0, 9999.99, 10_000, -27_718.24, 1_234_567.8];
  assert.deepEqual(
    figures.map((rand) => formatFigure(rand).replaceAll('\u00A0', ' ')),
    ['R0.00', 'R9999.99', 'R10 000.00', '-R27 718.24', 'R1 234 567.80'],
  );
});
