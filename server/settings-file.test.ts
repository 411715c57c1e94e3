import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { ambiguousLines } from './settings-file.ts';

/** As written, and as somebody notes it. Node may read something else. */
const passphrases: [line: string, meant: string][] = [
  ['PASS="the hill\\north of the farm 4711"', 'the hill\\north of the farm 4711'],
  ['PASS="the sign on the door "friend" 47"', 'the sign on the door "friend" 47'],
  ['PASS=Summer rain falls in June #4711', 'Summer rain falls in June #4711'],
  ['PASS=Summer#4711', 'Summer#4711'],
  ["PASS='the hill\\north of the farm 4711'", 'the hill\\north of the farm 4711'],
  ['PASS="correct horse $battery \\4711 staple"', 'correct horse $battery \\4711 staple'],
  ["PASS='Summer rain #4711' # noted in the safe", 'Summer rain #4711'],
  ['export PASS=plain', 'plain'],
  ['PASS = spaces around', 'spaces around'],
  ['# PASS=Summer #4711', ''],
  ['', ''],
];

test('each line whose value Node reads in another way than it looks is named, and no other', () => {
  for (const [line, meant] of passphrases) {
    const isRead = (parseEnv(line)['PASS'] ?? '') === meant;
    assert.equal(ambiguousLines(line).length, isRead ? 0 : 1, line);
  }
});

test('the sentences say what happens and what to do, and a byte-order mark is named', () => {
  assert.deepEqual(ambiguousLines('\uFEFFPORT=3000\r\nPASS=a#b\r\n'), [
    'The settings file begins with a byte-order mark, so its first line is not read. Remove it.',
    'PASS ends at its #, because it is not quoted. Put the value in single quotes.',
  ]);
});
