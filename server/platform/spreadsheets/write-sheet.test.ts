import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '#test/support/imports/read-file.ts';
import { type SheetCell, writeSheet } from './write-sheet.ts';

const at = new Date('2027-03-10T08:00:00Z');

async function written(header: string[], ...batches: SheetCell[][][]): Promise<Buffer> {
  async function* rows() {
    yield* batches;
  }
  return Buffer.concat(await Array.fromAsync(writeSheet({ header, rows: rows(), at })));
}

test('a workbook has text as text, and numbers, money and days as such', async () => {
  const header = ['Number', 'Phone', 'Name', 'Amount', 'Day', 'When'];
  const first: SheetCell[] = [
    '00240',
    '0721000002',
    '=HYPERLINK("x") & <b> "Zoë" 王😀 _x0041_\nline',
    { kind: 'money', value: 1234.5 },
    { kind: 'day', value: '2027-03-10' },
    { kind: 'moment', value: '2027-03-10 14:05' },
  ];
  const second: SheetCell[] = [
    '',
    '1e5',
    'x\0\u000B\uFFFF',
    { kind: 'number', value: 7 },
    { kind: 'day', value: '1899-05-01' },
    '',
  ];
  const { cells } = await readAll(await written(header, [first], [second]));
  assert.deepEqual(cells, [
    ['00240', '0721000002', first[2], '1234.5', '2027-03-10', '2027-03-10'],
    ['', '1e5', 'x\uFFFD\u000B\uFFFF', '7', '1899-05-01'],
  ]);
});

test('an empty list is a sheet with its headings, and columns go on after Z', async () => {
  const header = Array.from({ length: 60 }, (_, n) => `Column ${n + 1}`);
  const settings = { headerRow: 1 };
  const row = header.map((_, n) => `x${n}`);
  const { cells } = await readAll(await written(header, [row]), settings);
  assert.deepEqual(cells, [row]);
  assert.deepEqual((await readAll(await written(header, []), settings)).cells, []);
});

test('a text longer than Excel takes is cut, and a failure of the rows is one of the file', async () => {
  const { cells } = await readAll(await written(['A'], [['x'.repeat(40_000)]]));
  assert.ok((cells[0]?.[0]?.length ?? 0) <= 32_767);
  async function* broken() {
    yield [['x']];
    throw new Error('lost');
  }
  const pieces = writeSheet({ header: ['A'], rows: broken(), at });
  await assert.rejects(Array.fromAsync(pieces), /lost/);
});
