import assert from 'node:assert/strict';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';
import { crowdedFolders, longFiles } from './exceptions.ts';
import { crowdedFoldersIn, longFilesIn } from './sizes.ts';
import { sourceOf, readSources } from './sources.ts';

const sources = readSources();
const file = (path: string, lines: number) =>
  sourceOf(path, ...Array.from({ length: lines }, () => 'x'));
const folder = (path: string, count: number) =>
  Array.from({ length: count }, (_, index) => file(`${path}/${index}.ts`, 1));

test('no file is too long', () => assertEmpty(longFilesIn(sources, longFiles)));

test('a file of 251 lines, or a page of 301, needs a reason; a test does not', () => {
  const long = [file('server/members/list.ts', 251), file('web/members/edit.tsx', 301)];
  assert.equal(longFilesIn(long, {}).length, 2);
  assert.equal(longFilesIn(long, { 'server/members/list.ts': 'a reason' }).length, 1);
  const allowed = [file('server/a.ts', 250), file('web/a.tsx', 300), file('server/a.test.ts', 900)];
  assertEmpty(longFilesIn(allowed, {}));
});

test('no folder has too many files', () => assertEmpty(crowdedFoldersIn(sources, crowdedFolders)));

test('a folder of 26 files needs a reason; tests are not counted', () => {
  assert.equal(crowdedFoldersIn(folder('server/crowded', 26), {}).length, 1);
  assertEmpty(crowdedFoldersIn(folder('contract', 26), { contract: 'a reason' }));
  assertEmpty(crowdedFoldersIn([...folder('web/ui', 25), file('web/ui/a.test.ts', 1)], {}));
});

test('an exception that is not needed fails', () => {
  assert.equal(longFilesIn([file('server/a.ts', 3)], { 'server/a.ts': 'a reason' }).length, 1);
  assert.equal(crowdedFoldersIn(folder('web/ui', 3), { 'web/ui': 'a reason' }).length, 1);
});
