import assert from 'node:assert/strict';
import test from 'node:test';
import { assertNone } from './complaints.ts';
import { longFiles } from './exceptions.ts';
import { longFilesIn } from './sizes.ts';
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
