import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeZip } from '#server/platform/files/write-zip.ts';
import { workbookParts } from '../imports/spreadsheets.ts';

/**
 * Files that are made to harm who reads them, and two honest ones: node write-hostile-files.ts <folder>. In a process of
 * their own, because some are large before they are packed.
 */

type Pieces = Iterable<string>;

/** A text that is repeated, in pieces of some size. */
function* repeated(text: string, times: number): Pieces {
  const atOnce = Math.max(1, Math.floor(65_536 / text.length));
  const piece = text.repeat(atOnce);
  for (let left = times; left > 0; left -= atOnce) {
    yield left >= atOnce ? piece : text.repeat(left);
  }
}

const start = '<worksheet><sheetData>';
const end = '</sheetData></worksheet>';
const sheet = 'xl/worksheets/sheet1.xml';
const strings = 'xl/sharedStrings.xml';
const letters = (column: number) =>
  (column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))) +
  String.fromCharCode(65 + (column % 26));
const text = (place: string, value: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook with some of its parts in other words. */
function* workbook(parts: Record<string, () => Pieces>) {
  const usual = Object.entries(workbookParts({ rows: '' })).map(([name, content]) => ({
    name,
    chunks: parts[name] ?? (() => [String(content)]),
  }));
  yield* usual;
}

/** Forty good rows, then rows of a hundred cells that refer to one text. */
function* poisonedRows(): Pieces {
  yield start;
  yield `<row r="1">${text('A1', 'First name')}${text('B1', 'Last name')}${text('C1', 'Email')}</row>`;
  for (let row = 2; row < 42; row += 1) {
    yield `<row r="${row}">${text(`A${row}`, 'Nomsa')}${text(`B${row}`, 'Zulu')}${text(`C${row}`, `n${row}@example.org`)}</row>`;
  }
  for (let row = 42; row < 642; row += 1) {
    const cells = Array.from(
      { length: 100 },
      (_, at) => `<c r="${letters(at)}${row}" t="s"><v>0</v></c>`,
    );
    yield `<row r="${row}">${cells.join('')}</row>`;
  }
  yield end;
}

/** Rows of three short cells, with ranges of merged cells that reach over all of them. */
function* mergedRows(ranges: string[]): Pieces {
  yield start;
  yield `<row r="1">${text('A1', 'First name')}${text('B1', 'Last name')}${text('C1', 'Email')}</row>`;
  for (let row = 2; row <= 20_001; row += 1) {
    yield `<row r="${row}">${text(`A${row}`, 'a')}${text(`B${row}`, 'b')}${text(`C${row}`, 'c')}</row>`;
  }
  yield '</sheetData><mergeCells>';
  yield* ranges.map((range) => `<mergeCell ref="${range}"/>`);
  yield '</mergeCells></worksheet>';
}

/** Each with another end. */
const overlapping = Array.from({ length: 480 }, (_, at) => `A2:B${20_010 + at}`);
const inEachColumn = Array.from({ length: 100 }, (_, at) => `${letters(at)}2:${letters(at)}20001`);

function* honestRows(): Pieces {
  yield start;
  for (let row = 1; row <= 20_001; row += 1) {
    const cells = Array.from({ length: 10 }, (_, at) =>
      text(`${letters(at)}${row}`, row === 1 ? `Heading ${letters(at)}` : `value ${row} ${at}`),
    );
    yield `<row r="${row}">${cells.join('')}</row>`;
  }
  yield end;
}

const oneString = (letter: string, length: number) => () => [
  '<sst><si><t>',
  ...repeated(letter, length),
  '</t></si></sst>',
];

const workbooks: Record<string, Record<string, () => Pieces>> = {
  nested: { [sheet]: () => repeated('<a>', 42_000_000) },
  headings: {
    [strings]: oneString('x', 30_000_000),
    [sheet]: () => [
      start,
      ...[1, 2].map(
        (row) =>
          `<row r="${row}">${Array.from({ length: 100 }, (_, at) => `<c r="${letters(at)}${row}" t="s"><v>0</v></c>`).join('')}</row>`,
      ),
      end,
    ],
  },
  cell: {
    *[sheet]() {
      yield `${start}<row r="1"><c r="A1" t="inlineStr"><is><t>`;
      yield* repeated('x', 120_000_000);
      yield `</t></is></c></row>${end}`;
    },
  },
  sheets: {
    *'xl/workbook.xml'() {
      yield '<workbook><sheets>';
      yield* repeated('<sheet name="a" sheetId="1" r:id="rId1"/>', 20_000);
      yield '</sheets></workbook>';
    },
    [strings]: oneString('x', 30_000_000),
  },
  names: {
    *'xl/workbook.xml'() {
      yield '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/><sheet name="';
      yield* repeated('a', 7_000_000);
      yield '" sheetId="2" r:id="rId1"/></sheets></workbook>';
    },
  },
  attributes: {
    *[sheet]() {
      yield `${start}<row`;
      for (let at = 0; at < 1_000_000; at += 1000)
        yield Array.from({ length: 1000 }, (_, n) => ` a${at + n}="1"`).join('');
      yield `/>${end}`;
    },
  },
  bomb: { [sheet]: () => repeated(' ', 200_000_000) },
  poisoned: { [sheet]: poisonedRows, [strings]: oneString('ā', 10_000) },
  'poisoned-z': { [sheet]: poisonedRows, [strings]: oneString('z', 10_000) },
  merged: { [sheet]: () => mergedRows(overlapping) },
  'merged-columns': { [sheet]: () => mergedRows(inEachColumn) },
  honest: { [sheet]: honestRows },
};

const texts: Record<string, () => Pieces> = {
  'endless-line.csv': () => repeated('x', 15_000_000),
  *'open-quote.csv'() {
    yield 'First name,Last name\n"';
    yield* repeated('x,\n', 5_000_000);
  },
  'columns.csv': () => repeated('a,', 1_900_000),
  *'tags.ofx'() {
    yield 'OFXHEADER:100\n<OFX><STMTTRN>';
    yield* repeated('<A>x', 2_400_000);
  },
  *'texts.mt940'() {
    yield ':20:X\n:25:1\n:60F:C260301ZAR1,00\n:61:2603010301C1,00NTRFX\n';
    yield* repeated(':86:\n', 1_900_000);
  },
  *'honest.csv'() {
    yield 'Email\n';
    for (let row = 0; row < 20_000; row += 1) yield `person${row}@example.org\n`;
  },
};

export async function writeHostileFiles(folder: string): Promise<void> {
  const write = (name: string, pieces: Iterable<string> | AsyncIterable<Buffer>) =>
    pipeline(Readable.from(pieces), createWriteStream(join(folder, name)));
  for (const [name, parts] of Object.entries(workbooks)) {
    await write(`${name}.xlsx`, writeZip([...workbook(parts)], new Date()));
  }
  for (const [name, pieces] of Object.entries(texts)) await write(name, pieces());
}

if (import.meta.main) await writeHostileFiles(process.argv[2] ?? '.');
