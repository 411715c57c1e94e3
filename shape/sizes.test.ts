import assert from 'node:assert/strict';
import test from 'node:test';
import { assertNone } from './complaints.ts';
import { longFiles, oddFolders } from './exceptions.ts';
import { longFilesIn, oddFoldersIn, spread } from './sizes.ts';
import { madeUp, readSources } from './sources.ts';

const sources = readSources();
const file = (path: string, lines: number) =>
  madeUp(path, ...Array.from({ length: lines }, () => 'x'));

test('files are short', () => assertNone(longFilesIn(sources, longFiles)));

test('a long file is refused, unless there is a reason', () => {
  const long = [
    file('server/members/list.ts', 150),
    file('server/members/routes.ts', 200),
    file('contract/members.ts', 200),
    file('web/members/edit.tsx', 250),
    file('server/members/list.test.ts', 300),
  ];
  assert.equal(longFilesIn(long, {}).length, 5);
  assert.equal(longFilesIn(long, { 'contract/members.ts': 'many fields' }).length, 4);
  assertNone(longFilesIn([file('server/a.ts', 149), file('server/members/routes.ts', 199)], {}));
});

test('an exception that is not needed is refused', () => {
  assert.equal(longFilesIn([file('server/a.ts', 3)], { 'server/a.ts': 'once long' }).length, 1);
});

test('folders hold three to twelve files', () => {
  assertNone(oddFoldersIn(sources, oddFolders));
});

test('a folder of two or thirteen files is refused, tests not counted', () => {
  const folder = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => file(`server/${name}/${index}.ts`, 1));
  assert.equal(oddFoldersIn(folder('lonely', 2), {}).length, 1);
  assert.equal(oddFoldersIn(folder('crowded', 13), {}).length, 1);
  assertNone(oddFoldersIn(folder('fine', 12), {}));
  assertNone(oddFoldersIn([file('e2e/members.story.ts', 1)], {}));
});

test('the middle file has at most 45 lines, and nine of ten have fewer than 130', () => {
  const { median, ninth } = spread(sources);
  assert.ok(median <= 45, `the middle file has ${median} lines: the long ones do too much`);
  assert.ok(ninth < 130, `one file in ten has ${ninth} lines or more: split the longest`);
});

test('the spread is measured', () => {
  const ten = Array.from({ length: 11 }, (_, index) => file(`server/${index}.ts`, index + 1));
  assert.deepEqual(spread(ten), { median: 6, ninth: 10 });
});
