import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CsvColumn } from '#contract/csv.ts';
import { csvHeader, csvLines, restored } from './csv-rows.ts';

/** The one cell that a value becomes. */
function cell(value: unknown, column: Omit<CsvColumn, 'header' | 'field'> = {}): string {
  const line = csvLines([{ header: 'Value', field: 'value', ...column }], [{ value }]);
  assert.ok(line.endsWith('\r\n'));
  return line.slice(0, -2);
}

test('lines end in CRLF, and what would break a line is in quotes', () => {
  const columns = [
    { header: 'Name', field: 'name' },
    { header: 'Address, "postal"', field: 'address' },
  ];
  assert.equal(csvHeader(columns), 'Name,"Address, ""postal"""\r\n');
  const rows = [{ name: 'O\'Neill "Koos"', address: '12 Acacia Road\nSkukuza', secret: 'x' }];
  assert.equal(csvLines(columns, rows), '"O\'Neill ""Koos""","12 Acacia Road\nSkukuza"\r\n');
  assert.equal(cell(' Thandi '), '" Thandi "');
});

test('text is kept as it is: leading zeros, accents, other alphabets', () => {
  for (const text of ['00042', '0081', 'Ngũgĩ', 'Zoë', '王', '1e5']) assert.equal(cell(text), text);
});

test('a value that a spreadsheet would run as a formula becomes text', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', '＋1', '－1', '＠x'];
  for (const text of formulas) assert.match(cell(text), /^"?'/, text);
  assert.match(cell('\r=1'), /^"'\r'=1"$/);
  assert.equal(cell('=HYPERLINK("x","y")'), '"\'=HYPERLINK(""x"",""y"")"');
});

/** The cells of a line in a program that splits it at other characters than commas. */
function cellsAt(separator: string, line: string): string[] {
  return line.split(/[\r\n]/).flatMap((row) => row.split(separator));
}

test('no formula appears where Excel in South Africa splits a line: at semicolons, tabs, bars and line breaks', () => {
  const formulas = ["=cmd|' /C calc'!A0", '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠x'];
  const breaks = [';', '\t', '|', '\n', '\r\n', '; ', ';"', ';""', '\t "', ';;', '\n\n', '|\u00A0'];
  for (const text of formulas.flatMap((each) =>
    breaks.map((lineBreak) => `x${lineBreak}${each}`),
  )) {
    for (const column of [{}, { kind: 'phone' }] as const) {
      const line = `00042,${cell(text, column)},Nel`;
      for (const separator of [';', '\t', '|', ',']) {
        const begins = cellsAt(separator, line).map((each) => each.replace(/^[\s"]+/u, ''));
        assert.ok(!begins.some((each) => /^[=+\-@＝＋－＠]/u.test(each)), JSON.stringify(line));
      }
    }
  }
  assert.equal(cell('1; 2 | a-b; c=d'), '1; 2 | a-b; c=d');
});

test('a text of line breaks takes no longer than another', () => {
  const text = `x${'\n'.repeat(500_000)}x`;
  const start = performance.now();
  assert.equal(restored(text), text);
  assert.equal(cell(text), `"${text}"`);
  const time = performance.now() - start;
  assert.ok(time < 5000, `${time} ms`);
});

test('a phone number keeps its plus, a formula in its place does not', () => {
  for (const phone of ['+27 82 123 4567', '+27(0)82-123.4567', '0821234567', '011/555 0000']) {
    assert.equal(cell(phone, { kind: 'phone' }), phone);
  }
  for (const formula of ['+27+1', '=1', "+1|cmd'!A0", '@x', '-27 82', '\t+27']) {
    assert.match(cell(formula, { kind: 'phone' }), /^"?'/, formula);
  }
});

test('money, days, moments, yes and no, names', () => {
  assert.equal(cell(1234.5, { kind: 'money' }), '1234.50');
  assert.equal(cell(0.07, { kind: 'money' }), '0.07');
  assert.equal(cell('2027-03-10', { kind: 'day' }), '2027-03-10');
  assert.equal(cell('2027-03-10T22:30:00.000Z', { kind: 'moment' }), '2027-03-11 00:30');
  assert.equal(cell(true, { kind: 'yesNo' }), 'Yes');
  assert.equal(cell(false, { kind: 'yesNo' }), 'No');
  assert.equal(cell('paid', { names: { paid: 'Paid' } }), 'Paid');
});

test('a missing value is empty or the default of the column', () => {
  for (const kind of ['text', 'phone', 'money', 'day', 'moment', 'yesNo'] as const) {
    assert.equal(cell(null, { kind }), '');
  }
  assert.equal(cell(null, { empty: 'Waiting' }), 'Waiting');
});
