import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll, withFile } from '#test/support/imports/read-file.ts';
import {
  rowsOf,
  type WorkbookContent,
  workbookOf,
  workbookParts,
  zipOf,
} from '#test/support/imports/spreadsheets.ts';
import { BadFileError } from './bad-file.ts';
import { recogniseFile } from './recognise-file.ts';
import { readRows } from './read-rows.ts';

const headings = rowsOf([['First name', 'Surname', 'Town']]);
const read = (content: WorkbookContent) => readAll(workbookOf(content));
/** The cells of row 2, below headings. */
async function cellsOf(cells: string, content: WorkbookContent = {}) {
  const { rows } = await read({ ...content, rows: `${headings}<row r="2">${cells}</row>` });
  return rows[0]?.cells;
}

test('text is read as shared, inline, rich and calculated text', async () => {
  const cells = await cellsOf(
    '<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c r="D2" t="str"><f>A2&amp;"x"</f><v>Zoëx</v></c><c r="E2" t="s"><v>2</v></c><c r="F2" t="str"><f>""</f><v></v></c><c r="G2" t="s"><v>3</v></c>',
    {
      strings: [
        '<si><t xml:space="preserve">  Zoë &amp; &lt;Koos&gt; </t></si>',
        '<si><r><rPr><b/></rPr><t>Ri</t></r><r><t>ch</t></r><phoneticPr fontId="1"/></si>',
        '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>',
        '<si><t>12 Acacia Road_x000D_\nSkukuza _x005F_x0041_</t></si>',
      ],
    },
  );
  assert.deepEqual(cells, [
    'Zoë & <Koos>',
    'Rich',
    'inline',
    'Zoëx',
    '東京',
    '',
    '12 Acacia Road\r\nSkukuza _x0041_',
  ]);
});

test('numbers are their shortest text, with leading zeros where the format has them', async () => {
  const cells = await cellsOf(
    '<c r="A2"><v>821234567</v></c><c r="B2"><v>0.10000000000000001</v></c><c r="C2"><v>2.7821234567E10</v></c><c r="D2" s="1"><v>81</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" t="b"><v>0</v></c><c r="G2" s="2"><v>350.5</v></c><c r="H2"><v>1E-7</v></c>',
    { formats: ['0000', '&quot;R&quot;\\ #,##0.00'] },
  );
  assert.deepEqual(cells, [
    '821234567',
    '0.1',
    '27821234567',
    '0081',
    'TRUE',
    'FALSE',
    '350.5',
    '0.0000001',
  ]);
});

test('dates are recognised by their format, whatever it is', async () => {
  const formats = [
    'dd/mm/yyyy;@',
    '[$-409]d\\-mmm\\-yy',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    'yyyy\\-mm\\-dd\\ hh:mm',
    'mmm',
    'h:mm AM/PM',
    '[h]:mm:ss',
    '0.00&quot; days&quot;',
    '[Red]#,##0',
  ];
  const cells = formats.map((_, n) => `<c r="${'ABCDEFGHI'[n]}2" s="${n + 1}"><v>43831.5</v></c>`);
  // The style behind them has the date format that Excel itself brings.
  const builtIn = `<c r="J2" s="${formats.length + 1}"><v>60</v></c><c r="K2" s="${formats.length + 1}"><v>59</v></c><c r="L2" s="${formats.length + 1}"><v>61</v></c><c r="M2" t="d"><v>2020-02-29T00:00:00</v></c>`;
  const days = await cellsOf(cells.join('') + builtIn, { formats });
  assert.deepEqual(days, [
    ...Array.from({ length: 5 }, () => '2020-01-01'),
    ...Array.from({ length: 4 }, () => '43831.5'),
    '60',
    '1900-02-28',
    '1900-03-01',
    '2020-02-29',
  ]);
});

test('the calendar of Excel for the Mac begins in 1904', async () => {
  const cells = '<c r="A2" s="1"><v>42369</v></c><c r="B2" s="1"><v>0</v></c>';
  assert.deepEqual(await cellsOf(cells, { is1904: true }), ['2020-01-01', '1904-01-01']);
});

test('a sheet as LibreOffice writes it, with blank rows, is read', async () => {
  const { rows } = await read({
    formats: ['General', 'DD/MM/YYYY'],
    strings: [
      '<si><t xml:space="preserve">First name</t></si>',
      '<si><t xml:space="preserve">Zoë</t></si>',
    ],
    rows: '<row r="1" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="inlineStr"><is><t>Member since</t></is></c></row><row r="2" hidden="false"><c r="A2" s="1"/><c r="B2" s="2"/></row><row r="1000" hidden="true"><c r="A1000" s="1" t="s"><v>1</v></c><c r="B1000" s="2"><f aca="false">DATE(2020,2,29)</f><v>43890</v></c></row><row r="1048576" customHeight="true"/>',
  });
  assert.deepEqual(rows, [{ row: 1000, cells: ['Zoë', '2020-02-29'], problems: [] }]);
});

test('places may be left out, names may have a prefix, and addresses may begin at the root', async () => {
  const parts = workbookParts({
    rows: '<row><c t="inlineStr"><is><t>First name</t></is></c><c t="inlineStr"><is><t>Surname</t></is></c></row><row><c/><c t="inlineStr"><is><t>Nel</t></is></c></row>',
  });
  const prefixed = (part: string) =>
    String(parts[part])
      .replaceAll(/<(\/?)([a-zA-Z])/g, '<$1x:$2')
      .replaceAll('xmlns="', 'xmlns:x="')
      .replaceAll(' r:id', ' d3p1:id');
  const rels = 'xl/_rels/workbook.xml.rels';
  const { cells } = await readAll(
    zipOf({
      ...parts,
      'xl/workbook.xml': prefixed('xl/workbook.xml'),
      'xl/worksheets/sheet1.xml': prefixed('xl/worksheets/sheet1.xml'),
      [rels]: String(parts[rels]).replace('"worksheets/', '"/xl/worksheets/'),
    }),
  );
  assert.deepEqual(cells, [['', 'Nel']]);
});

test('the first visible sheet with cells is recognised, and another can be chosen', async () => {
  const file = workbookOf({
    sheets: [
      { name: 'Secret', rows: rowsOf([['Name'], ['hidden']]), state: 'hidden' },
      { name: 'Empty', rows: '' },
      {
        name: 'Members &amp; more',
        rows: rowsOf([
          ['Name', 'Surname'],
          ['Zoë', 'Nel'],
        ]),
      },
      {
        name: 'Old',
        rows: rowsOf([
          ['Name', 'Surname'],
          ['Koos', 'Botha'],
        ]),
      },
    ],
  });
  const { settings, sheets, cells } = await readAll(file);
  assert.equal(settings.sheet, 'Members & more');
  assert.deepEqual(sheets, ['Empty', 'Members & more', 'Old']);
  assert.deepEqual(cells, [['Zoë', 'Nel']]);
  assert.deepEqual((await readAll(file, { sheet: 'Old' })).cells, [['Koos', 'Botha']]);
  await assert.rejects(readAll(file, { sheet: 'Secret' }), /no sheet called "Secret"/);
});

test('errors, formulas without a result and merged cells are problems that name their cell', async () => {
  const { rows } = await read({
    rows: `${rowsOf([
      ['Name', 'Surname', 'Town'],
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ])}<row r="4"><c r="A4" t="e"><f>VLOOKUP(1,A:A,1)</f><v>#N/A</v></c><c r="B4"><f>SUM(A1:A2)</f></c><c r="C4"><f>1+1</f><v></v></c><c r="D4"><f>1+1</f><v>2</v></c></row>`,
    after:
      '<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="C2:C3"/></mergeCells><dataValidations count="1"><dataValidation sqref="A1"><formula1>1</formula1></dataValidation></dataValidations>',
  });
  const merged = 'belongs to merged cells (C2:C3). Unmerge them and fill in each cell.';
  const formula =
    'has a formula without its result. Open the file in Excel or LibreOffice, save it and choose it again.';
  assert.deepEqual(
    rows.map(({ problems }) => problems),
    [
      [{ column: 2, sentence: `Row 2, column C ${merged}` }],
      [{ column: 2, sentence: `Row 3, column C ${merged}` }],
      [
        {
          column: 0,
          sentence: 'Row 4, column A has the error #N/A. Correct it in the spreadsheet.',
        },
        { column: 1, sentence: `Row 4, column B ${formula}` },
        { column: 2, sentence: `Row 4, column C ${formula}` },
      ],
    ],
  );
  assert.equal(rows[2]?.cells[3], '2');
});

test('merged cells are found in single quotes, after many attributes and in UTF-16', async () => {
  const rows = rowsOf([['Name'], ['a'], ['b']]);
  const padding = 'x'.repeat(200);
  for (const after of [
    "<mergeCells><mergeCell ref='A2:A3'/></mergeCells>",
    `<mergeCells><mergeCell note="${padding}"\nref = "A2:A3"/></mergeCells>`,
  ]) {
    const parts = workbookParts({ rows, after });
    const text = String(parts['xl/worksheets/sheet1.xml']);
    const utf16 = Buffer.from(`\uFEFF${text.replace(/encoding="[^"]*"/, '')}`, 'utf16le');
    for (const sheet of [text, utf16]) {
      const file = zipOf({ ...parts, 'xl/worksheets/sheet1.xml': sheet });
      const problems = (await readAll(file)).rows.map((row) => row.problems.length);
      assert.deepEqual(problems, [1, 1], after);
    }
  }
});

test('of merged cells that overlap, those that end later are named, and a cell has one sentence', async () => {
  const { rows } = await read({
    rows: `${rowsOf([['Name'], ['a'], ['b'], ['c']])}<row r="5"><c r="A5" t="e"><v>#N/A</v></c></row>`,
    after:
      '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="A2:B5"/><mergeCell ref="A3:A4"/></mergeCells>',
  });
  const sentences = rows.flatMap(({ problems }) => problems.map(({ sentence }) => sentence));
  assert.equal(sentences.length, 4);
  for (const sentence of sentences.slice(0, 3)) assert.match(sentence, /merged cells \(A2:B5\)/);
  assert.match(sentences[3] ?? '', /Row 5, column A has the error/);
});

test('merged cells are found also where the file is cut into pieces', async () => {
  const many = Array.from({ length: 9000 }, (_, n) => `<mergeCell ref="B${n + 2}:C${n + 2}"/>`);
  const { rows } = await read({
    rows: rowsOf([['Name', 'Surname'], ...Array.from({ length: 9000 }, () => ['a', 'b'])]),
    after: `<mergeCells>${many.join('')}</mergeCells>`,
  });
  assert.equal(rows.filter(({ problems }) => problems.length === 1).length, 9000);
});

test('tags and formats that never end are read soon', async () => {
  const start = performance.now();
  const rows = rowsOf([['Name'], ['a']]);
  const { cells } = await read({
    rows,
    after: `<!--${'<mergeCell '.repeat(300_000)}-->`,
    formats: ['['.repeat(500_000)],
  });
  assert.deepEqual(cells, [['a']]);
  const time = performance.now() - start;
  assert.ok(time < 10_000, `${time} ms`);
});

const simple = workbookParts({
  rows: rowsOf([
    ['Name', 'Surname'],
    ['a', 'b'],
  ]),
});
const whole = zipOf(simple);
const types = String(simple['[Content_Types].xml']);
const sheet = String(simple['xl/worksheets/sheet1.xml']);
const ole = Buffer.from('\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1', 'latin1');

const refused: Record<string, Buffer> = {
  'damaged or not complete': whole.subarray(0, whole.length - 30),
  'damaged or not complete.': Buffer.concat([whole.subarray(0, 500), whole.subarray(520)]),
  'damaged or not complete. Open': zipOf({
    ...simple,
    'xl/worksheets/sheet1.xml': sheet.slice(0, -40),
  }),
  'contains macros (.xlsm)': zipOf({ ...simple, 'xl/vbaProject.bin': 'x' }),
  'contains macros': zipOf({
    ...simple,
    '[Content_Types].xml': types.replace(
      'vnd.openxmlformats-officedocument.spreadsheetml.sheet.main',
      'vnd.ms-excel.sheet.macroEnabled.main',
    ),
  }),
  'binary Excel workbook': zipOf({ '[Content_Types].xml': types, 'xl/workbook.bin': 'x' }),
  'protected with a password': Buffer.concat([
    ole,
    Buffer.alloc(3000),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]),
  'old version of Excel (.xls)': Buffer.concat([ole, Buffer.alloc(3000)]),
  'OpenDocument spreadsheet': zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
  'document or a presentation': zipOf({ 'word/document.xml': 'x', '[Content_Types].xml': types }),
  'Apple Numbers': zipOf({ 'Index/Document.iwa': 'x' }),
  'compressed archive': zipOf({ 'members.csv': 'x' }),
  'Row 2 has 300 columns. At most 100': workbookOf({
    rows: `${headings}<row r="2"><c r="KN2"><v>1</v></c></row>`,
  }),
  'This file is empty': workbookOf({ rows: '<row r="1"><c r="A1" s="1"/></row>' }),
  'more than 10,000 merged cells': workbookOf({
    rows: headings,
    after: Array.from({ length: 10_001 }, (_, n) => `<mergeCell ref="A${n}:B${n}"/>`).join(''),
  }),
};

for (const [sentence, file] of Object.entries(refused)) {
  test(`refused with a sentence: ${sentence}`, async () => {
    await assert.rejects(readAll(file), (error) => {
      assert.ok(error instanceof BadFileError, String(error));
      assert.ok(error.message.includes(sentence), error.message);
      return true;
    });
  });
}

test('a document type is refused, so no entity is resolved and nothing is fetched', async () => {
  const evil = sheet.replace(
    '<worksheet',
    '<!DOCTYPE worksheet [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet',
  );
  await assert.rejects(
    readAll(zipOf({ ...simple, 'xl/worksheets/sheet1.xml': evil })),
    /damaged or not complete/,
  );
  const unknown = sheet.replace('<t xml:space="preserve">a', '<t xml:space="preserve">&x;');
  assert.notEqual(unknown, sheet);
  await assert.rejects(
    readAll(zipOf({ ...simple, 'xl/worksheets/sheet1.xml': unknown })),
    /damaged or not complete/,
  );
});

test('a part outside of the file is not read', async () => {
  const rels = 'xl/_rels/workbook.xml.rels';
  const external = String(simple[rels]).replace(
    'Target="worksheets/sheet1.xml"',
    'Target="https://example.org/sheet1.xml" TargetMode="External"',
  );
  await assert.rejects(readAll(zipOf({ ...simple, [rels]: external })), /no sheet with cells/);
});

test('a file that would unpack to more than 128 MB is refused before it is unpacked', async () => {
  const bomb = zipOf({
    ...simple,
    'xl/worksheets/sheet1.xml': Buffer.alloc(129 * 1024 * 1024, 32),
  });
  assert.ok(bomb.length < 200_000);
  await assert.rejects(readAll(bomb), /too large when it is unpacked/);
});

test('a part that is larger than it says is refused', async () => {
  const real = Buffer.byteLength(sheet);
  const lying = Buffer.from(whole);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(real);
  for (let at = lying.indexOf(size); at !== -1; at = lying.indexOf(size, at))
    lying.writeUInt32LE(10, at);
  assert.notDeepEqual(lying, whole);
  await assert.rejects(readAll(lying), /damaged or not complete/);
});

test('a file of more than 20 MB is refused', async () => {
  await assert.rejects(readAll(Buffer.alloc(20 * 1024 * 1024 + 1, 'a,b\n')), /at most 20 MB/);
});

test('reading stops in the middle without an open file', async () => {
  await withFile(whole, async (path) => {
    const { settings } = await recogniseFile(path);
    for await (const { row } of readRows(path, settings)) {
      assert.equal(row, 2);
      break;
    }
  });
});

test('rows that are there twice, or have no number, are refused', async () => {
  const cell = '<c t="inlineStr"><is><t>x</t></is></c>';
  for (const r of ['1', '0', 'x', '-4', '1.5', '1048577']) {
    const twice = workbookOf({ rows: `<row r="1">${cell}</row><row r="${r}">${cell}</row>` });
    await assert.rejects(readAll(twice), /damaged or not complete/, r);
  }
});

test('characters that the database cannot store are replaced', async () => {
  const cells = '<c r="A2" t="inlineStr"><is><t>a_x0000_b_xD800_c😀</t></is></c>';
  assert.deepEqual(await cellsOf(cells), ['a\uFFFDb\uFFFDc😀']);
});

test('a file with random mistakes is read or refused with a sentence', async () => {
  const parts = workbookParts({
    rows: `${rowsOf([
      ['First name', 'Surname'],
      ['Zoë', 'Nel'],
    ])}<row r="9"><c r="A9" t="s"><v>0</v></c><c r="B9" s="1"><v>4</v></c></row>`,
    strings: ['<si><t>x</t></si>'],
    formats: ['dd/mm/yyyy'],
    after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
  });
  const names = Object.keys(parts);
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  let refusals = 0;
  for (let run = 0; run < 100; run += 1) {
    const name = names[random(names.length)]!;
    const bytes = Buffer.from(String(parts[name]));
    for (let mistakes = random(4); mistakes >= 0; mistakes -= 1) {
      bytes[random(bytes.length)] = random(128);
    }
    await readAll(zipOf({ ...parts, [name]: bytes })).catch((error) => {
      assert.ok(error instanceof BadFileError, `${name}: ${String(error)}`);
      refusals += 1;
    });
  }
  assert.ok(refusals > 20 && refusals < 100, `${refusals} of 100`);
});
