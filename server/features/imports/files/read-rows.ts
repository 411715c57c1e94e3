import {
  badFileTexts,
  cellPlace,
  cellTexts,
  longestCell,
  mostImportRows,
} from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import type { FileRow, FileSettings } from './file-settings.ts';
import { readCsv } from './read-csv.ts';
import { readSheet } from './read-sheet.ts';

/**
 * All rows below the headings that are not blank. Cells are trimmed text: a date is yyyy-mm-dd, a number its
 * shortest decimal text, a formula its stored result.
 */
export async function* readRows(path: string, settings: FileSettings): AsyncGenerator<FileRow> {
  let headings: number | null = null;
  let count = 0;
  for await (const each of readFile(path, settings)) {
    if (each.row === settings.headerRow) headings = each.cells.length;
    if (each.row <= settings.headerRow || isBlank(each)) continue;
    count += 1;
    if (count > mostImportRows) throw new BadFileError(badFileTexts.tooManyRows);
    yield checked(each, settings.format === 'csv' ? headings : null);
  }
}

/** The rows of the whole file, headings included. */
export async function* readFile(path: string, settings: FileSettings): AsyncGenerator<FileRow> {
  const rows =
    settings.format === 'csv' ? readCsv(path, settings) : readSheet(path, settings.sheet ?? '');
  for await (const each of rows) yield { ...each, cells: each.cells.map(storable) };
}

/** PostgreSQL cannot store NUL or lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
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
