import assert from 'node:assert/strict';
import test from 'node:test';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import { assertEmpty } from './assert-none.ts';
import { isTest, sourceOf, readSources, withoutComments, type Source } from './sources.ts';

const list = 'server/platform/db/advisory-locks.ts';

/** Crash tests use one lock number per process. Those locks are in their own database. */
const numbersOwn = /^test\/support\/crash-[\w-]+\.ts$/;

const takesLock = /\bpg_(?:try_)?advisory_\w+/;
const literalLock = /\b727_?\d{3}\b|\bpg_(?:try_)?advisory_\w+\(\s*\d|(?<![Bb])[Ll]ock\w* = \d/;

function unlistedLocks(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path !== list && !isTest(path) && !numbersOwn.test(path))
    .map(({ path, text }) => ({ path, code: withoutComments(text) }))
    .filter(
      ({ code }) =>
        literalLock.test(code) || (takesLock.test(code) && !/\badvisoryLocks[.[]/.test(code)),
    )
    .map(({ path }) => `${path} has an advisory lock of its own: add it to ${list}`);
}

test('every advisory lock has a unique number', () => {
  const numbers = Object.values(advisoryLocks);
  assert.equal(new Set(numbers).size, numbers.length);
});

test('every advisory lock is in the list', () => {
  assertEmpty(unlistedLocks(readSources('{server,test,scripts,bench}/**/*.{ts,mjs}')));
});

test('an advisory lock outside the list is refused', () => {
  const sources = [
    sourceOf('server/features/a.ts', 'sql`SELECT pg_advisory_xact_lock(42)`'),
    sourceOf('server/features/b.ts', 'const runLock = 5;'),
    sourceOf('server/features/c.ts', 'sql`SELECT pg_try_advisory_lock(${run})`'),
    sourceOf('server/features/d.ts', 'sql`SELECT pg_advisory_lock(${advisoryLocks.run})`'),
  ];
  assert.equal(unlistedLocks(sources).length, 3);
});
