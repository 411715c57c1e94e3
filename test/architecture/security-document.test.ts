import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';

const text = readFileSync('docs/security.md', 'utf8');
const lines = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\| .+ \| (.+?) +\| (.+?) +\|$/gm)];

test('each requirement has one line, and each file that docs/security.md names is there', () => {
  const numbers = lines.map(([, number]) => number);
  assert.ok(numbers.length > 160);
  assert.equal(new Set(numbers).size, numbers.length);
  const files = [...text.matchAll(/`((?:server|web|test|contract|deploy)\/[\w./-]+)`/g)];
  assert.ok(files.length > 80);
  assertEmpty(
    files
      .filter(([, file = '']) => !existsSync(file))
      .map(([, file]) => `docs/security.md names ${file}, which is not there`),
  );
});

test('each requirement that is met says where, and each deviation says why', () => {
  const states = /^(met|operator|deviation|see [a-z -]+)$/;
  assertEmpty(
    lines
      .filter(([, , , state = '', where = '']) => !states.test(state) || where.length < 4)
      .map(([, number]) => `${number} has no state or reason`),
  );
});
