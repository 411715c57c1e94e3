import {
  badFileTexts,
  cellPlace,
  cellTexts,
  longestCell,
  longestRow,
  mostCharacters,
  mostImportRows,
} from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import type { FileRow, FileSettings } from './file-settings.ts';
import type { FileSource } from './file-source.ts';
import { readCsv } from './read-csv.ts';
import { readSheet, rowsOfSheet } from './read-sheet.ts';
import type { Workbook } from './workbook.ts';

interface Options {
  /** The file, if it is a workbook that is open. */
  workbook?: Workbook | undefined;
  /** Takes the cells of the headings, which come before the rows. */
  onHeadings?: (cells: string[]) => void;
}

/**
 * All rows below the headings that are not blank. Cells are trimmed text: a date is yyyy-mm-dd, a number its
 * shortest decimal text, a formula its stored result.
 */
export async function* readRows(
  source: FileSource,
  settings: FileSettings,
  { workbook, onHeadings }: Options = {},
): AsyncGenerator<FileRow> {
  let headings: number | null = null;
  let count = 0;
  for await (const each of readFile(source, settings, workbook)) {
    if (each.row === settings.headerRow) {
      headings = each.cells.length;
      onHeadings?.(each.cells);
    }
    if (each.row <= settings.headerRow || isBlank(each)) continue;
    count += 1;
    if (count > mostImportRows) throw new BadFileError(badFileTexts.tooManyRows);
    yield checked(each, settings.format === 'csv' ? headings : null);
  }
}

/** Characters of the cells, and of the sentences on them. */
export function sizeOf({ cells, problems }: FileRow): number {
  const sentences = problems.reduce((sum, { sentence }) => sum + sentence.length, 0);
  return cells.reduce((sum, cell) => sum + cell.length, sentences);
}

/**
 * The rows of the whole file, headings included. The characters are counted: a workbook refers to one text often,
 * and one range of merged cells has a sentence for each row.
 */
export async function* readFile(
  source: FileSource,
  settings: FileSettings,
  workbook?: Workbook,
): AsyncGenerator<FileRow> {
  let total = 0;
  for await (const each of rowsIn(source, settings, workbook)) {
    const cells = each.cells.map(storable);
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    total += sizeOf({ ...each, cells });
    if (length > longestRow) throw new BadFileError(badFileTexts.longRow(each.row));
    if (total > mostCharacters) throw new BadFileError(badFileTexts.tooMuchText);
    yield { ...each, cells };
  }
}

function rowsIn(source: FileSource, settings: FileSettings, workbook?: Workbook) {
  if (settings.format === 'csv') return readCsv(source, settings);
  const sheet = settings.sheet ?? '';
  return workbook === undefined ? readSheet(source, sheet) : rowsOfSheet(workbook, sheet);
}

/** PostgreSQL cannot store NUL or lone surrogates. One character more than a cell can have says that it is too long. */
function storable(text: string): string {
  return text
    .slice(0, longestCell + 1)
    .replaceAll('\0', '\uFFFD')
    .toWellFormed();
}

export function isBlank({ cells, problems }: FileRow): boolean {
  return problems.length === 0 && cells.every((cell) => cell === '');
}

function checked(each: FileRow, headings: number | null): FileRow {
  const { row, problems } = each;
  const cells = each.cells.slice(0, each.cells.findLastIndex((cell) => cell !== '') + 1);
  const all = [...problems];
  for (const [column, cell] of cells.entries()) {
    if (cell.length > longestCell) {
      all.push({ column, sentence: cellTexts.tooLong(cellPlace(row, column)) });
    }
  }
  // A separator inside a value without quotation marks moves all cells behind it.
  if (headings !== null && cells.length > headings) {
    const place = cellPlace(row, cells.length - 1);
    all.push({ column: null, sentence: cellTexts.extra(place, headings) });
  }
  return { row, cells: cells.map((cell) => cell.slice(0, longestCell)), problems: all };
}
