import assert from 'node:assert/strict';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';
import { listFiles } from './sources.ts';

const form = /^(\d{4})_[a-z0-9]+(?:[-_][a-z0-9]+)*\.sql$/;

function misnumbered(paths: string[]): string[] {
  return paths
    .map((path) => path.split('/').at(-1) ?? path)
    .toSorted()
    .flatMap((name, index) => {
      const [, number] = form.exec(name) ?? [];
      if (!number) return [`${name}: call it like 0001_what_it_does.sql`];
      const expected = String(index + 1).padStart(4, '0');
      return number === expected ? [] : [`${name}: the next number is ${expected}`];
    });
}

test('migrations are numbered from 0001 without gaps', () => {
  assertEmpty(misnumbered(listFiles('server/platform/db/migrations/*')));
});

test('a gap, a duplicate number and an unnumbered migration are refused', () => {
  assert.equal(misnumbered(['0001_people.sql', '0003_money.sql']).length, 1);
  assert.equal(misnumbered(['0001_people.sql', '0001_search.sql']).length, 1);
  assert.equal(misnumbered(['people.sql']).length, 1);
  assertEmpty(misnumbered(['0001_people.sql', '0002_money.sql']));
});
