import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestCell, mostImportRows } from '#contract/imports/file-texts.ts';
import { csvHeader, csvLines } from '#server/platform/http/csv/csv-rows.ts';
import { readAll, withFile } from '#test/support/imports/read-file.ts';
import { BadFileError } from './bad-file.ts';
import { previewFile } from './recognise-file.ts';

const people = 'First name;Surname;Town\r\nZoë;O’Neill;Skukuza\r\n';

test('encodings are recognised, with and without a byte order mark', async () => {
  const files = [
    ['utf-8', Buffer.from(people)],
    ['utf-8', Buffer.from(`\uFEFF${people}`)],
    ['utf-16le', Buffer.from(`\uFEFF${people}`, 'utf16le')],
    ['utf-16le', Buffer.from(people, 'utf16le')],
    ['windows-1252', Buffer.from(people.replace('’', '\u0092'), 'latin1')],
  ] as const;
  for (const [encoding, file] of files) {
    const { settings, columns, cells } = await readAll(file);
    assert.equal(settings.encoding, encoding);
    assert.deepEqual(columns, ['First name', 'Surname', 'Town']);
    assert.deepEqual(cells, [['Zoë', 'O’Neill', 'Skukuza']]);
  }
});

test('a chosen encoding that does not fit is refused, and the row is named', async () => {
  const file = Buffer.from('Name\nA\nB\nZo\u00EB\n', 'latin1');
  await assert.rejects(readAll(file, { encoding: 'utf-8' }), (error) => {
    assert.ok(error instanceof BadFileError);
    assert.match(error.message, /around row \d+ does not fit the chosen encoding/);
    return true;
  });
});

test('separators are recognised by the rows, not by single characters', async () => {
  const files = {
    ',': 'Name,Amount\n"Nel; Zoë",1.50\nBotha,2\n',
    ';': 'Name;Amount;Town\nNel, Zoë;1,50;Skukuza\nBotha, Koos;2,75;Letaba\n',
    '\t': 'Name\tAmount\nNel, Zoë\t1,50\n',
    '|': 'Name|Amount\nNel, Zoë|1,50\n',
  };
  for (const [separator, file] of Object.entries(files)) {
    assert.equal((await readAll(file)).settings.separator, separator);
  }
  const named = await readAll('sep=;\r\nName;Town\r\nNel, Zoë;Letaba, Skukuza\r\n');
  assert.equal(named.settings.separator, ';');
  assert.deepEqual(named.rows, [{ row: 2, cells: ['Nel, Zoë', 'Letaba, Skukuza'], problems: [] }]);
});

test('quotation marks, line breaks in cells and blank rows do not move the row numbers', async () => {
  const { rows } = await readAll(
    'Name,Address\r\n"Nel, ""Zoë""","12 Acacia Road\r\nSkukuza"\r\n\r\n,\r\n 5" pipe , b \r\n',
  );
  assert.deepEqual(
    rows.map(({ row, cells }) => [row, cells]),
    [
      [2, ['Nel, "Zoë"', '12 Acacia Road\r\nSkukuza']],
      [5, ['5" pipe', 'b']],
    ],
  );
});

test('line ends of every system are read', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const { cells } = await readAll(['Name,Town', 'a,b', 'c,d', ''].join(end));
    assert.deepEqual(cells, [
      ['a', 'b'],
      ['c', 'd'],
    ]);
  }
});

test('headings are recognised below a title, and can be chosen', async () => {
  const file = 'Members of the club,,\r\n,,\r\nNumber,Name,Van\r\n00042,Zoë,Nel\r\n';
  const { settings, columns, cells } = await readAll(file);
  assert.equal(settings.headerRow, 3);
  assert.deepEqual(columns, ['Number', 'Name', 'Van']);
  assert.deepEqual(cells, [['00042', 'Zoë', 'Nel']]);
  const preview = await withFile(file, (path) => previewFile(path, { ...settings, headerRow: 0 }));
  assert.deepEqual(preview.columns, ['Column A', 'Column B', 'Column C']);
  assert.equal(preview.sample.length, 3);
});

test('unknown headings are recognised by their look, and a file without headings too', async () => {
  assert.equal((await readAll('Colour,Shape\nred,4\n')).settings.headerRow, 1);
  assert.equal((await readAll('Zoë,Nel,zoe@example.org\n')).settings.headerRow, 0);
  assert.deepEqual((await readAll('zoe@example.org\nkoos@example.org\n')).cells.flat(), [
    'zoe@example.org',
    'koos@example.org',
  ]);
});

test('a file that the product itself wrote is read as it was', async () => {
  const columns = [
    { header: 'First name', field: 'name' },
    { header: 'Phone', field: 'phone', kind: 'phone' },
  ] as const;
  const values = ['=cmd', '+1', '-1', '@x', 'a;=b', "O'Neill", "'tis", '\uFF1D1'];
  const rows = values.map((name) => ({ name, phone: '+27 82 123 4567' }));
  const { cells } = await readAll(`\uFEFF${csvHeader(columns)}${csvLines(columns, rows)}`);
  assert.deepEqual(
    cells,
    values.map((name) => [name, '+27 82 123 4567']),
  );
});

test('a number that another program wrote as ="082" is read, and a formula is a problem of its cell', async () => {
  const { rows } = await readAll('Name,Phone\nZoë,="0821234567"\nKoos,=SUM(A1:A2)\n');
  assert.deepEqual(rows[0], { row: 2, cells: ['Zoë', '0821234567'], problems: [] });
  assert.deepEqual(rows[1]?.problems, [
    {
      column: 1,
      sentence:
        'Row 3, column B has a formula without its result. Open the file in Excel or LibreOffice, save it and choose it again.',
    },
  ]);
});

test('a row with more cells than headings is a problem of the row', async () => {
  const { rows } = await readAll('Name,Surname\nZoë,Nel\nKoos,Botha,12 Acacia Road\n');
  assert.deepEqual(rows[0]?.problems, []);
  assert.equal(rows[1]?.problems[0]?.column, null);
  assert.match(rows[1].problems[0].sentence, /^Row 3, column C has a value, but .* only 2 columns/);
});

test('characters that the database cannot store are replaced', async () => {
  const { cells } = await readAll(`Name,Surname\nZo\u0000ë,Nel\n${'long text, more\n'.repeat(50)}`);
  assert.equal(cells[0]?.[0], 'Zo\uFFFDë');
});

test('a heading may be empty', async () => {
  const { columns, rows } = await readAll('Name,,\nZoë,Nel,x\n', { headerRow: 1 });
  assert.deepEqual(columns, ['Name', 'Column B', 'Column C']);
  assert.deepEqual(rows[0]?.problems, []);
});

test('a cell with too many characters is a problem of the cell', async () => {
  const { rows } = await readAll(`Name,Surname\nZoë,${'x'.repeat(longestCell + 1)}\n`);
  assert.equal(rows[0]?.cells[1]?.length, longestCell);
  assert.match(rows[0].problems[0]!.sentence, /^Row 2, column B has more than 10,000 characters/);
});

test('a cell of line breaks is read soon', async () => {
  const start = performance.now();
  await readAll(`Name,Surname\nZoë,"x${'\n'.repeat(500_000)}x"\n`);
  const time = performance.now() - start;
  assert.ok(time < 10_000, `${time} ms`);
});

const refused = {
  'This file is empty': '',
  'This file is empty. Please choose a file': '\r\n\r\n,,\r\n',
  'headings but no rows': 'Name,Surname\r\n',
  'quotation mark in row 3 is never closed': 'Name,Surname\na,b\n"c,d\ne,f\n',
  'Row 2 has 300 columns. At most 100': `Name,Surname\n${'x,'.repeat(299)}x\n`,
  [`at most ${mostImportRows} rows`]: `Name\n${'x\n'.repeat(mostImportRows + 1)}`,
  'web page, even if its name ends in .xls':
    '\r\n<html xmlns:o="x"><body><table><tr><td>a</td></tr>',
  'This file is XML': '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
  'This is a PDF': '%PDF-1.7\n',
  'This is a picture': Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
  'not a spreadsheet': Buffer.from([1, 2, 0, 0, 3, 255, 254, 7, 8]),
  'big endian': Buffer.from('\u00FE\u00FF\u0000a', 'latin1'),
};

for (const [sentence, file] of Object.entries(refused)) {
  test(`refused with a sentence: ${sentence}`, async () => {
    await assert.rejects(
      readAll(file),
      (error) => error instanceof BadFileError && error.message.includes(sentence),
    );
  });
}

test('20,000 rows and trailing separators are not too many', async () => {
  const file = `Name,Surname${','.repeat(105)}\n${`x,y${','.repeat(105)}\n`.repeat(mostImportRows)}`;
  assert.equal((await readAll(file)).rows.length, mostImportRows);
});
