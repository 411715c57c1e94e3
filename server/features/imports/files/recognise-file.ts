import { guessColumns, importKinds } from '#contract/imports/columns.ts';
import { badFileTexts, columnLetters } from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import { findEncoding } from './csv-text.ts';
import { findFormat } from './file-format.ts';
import type { FileRow, FileSettings } from './file-settings.ts';
import { findSeparator } from './read-csv.ts';
import { isBlank, readFile, readRows } from './read-rows.ts';
import { readSheetNames } from './read-sheet.ts';

export interface RecognisedFile {
  settings: FileSettings;
  sheets: string[];
  /** The headings. A column without one is called "Column C". */
  columns: string[];
  /** The cells of the first rows. */
  sample: string[][];
}

const sampleRows = 10;
/** The headings are in one of the first rows. */
const headerRows = 20;

/** Recognises how to read a file. Throws a `BadFileError` if it cannot be read. */
export async function recogniseFile(path: string, _fileName: string): Promise<RecognisedFile> {
  const format = await findFormat(path);
  const settings: FileSettings = {
    format,
    encoding: null,
    separator: null,
    sheet: null,
    headerRow: 0,
  };
  if (format === 'csv') {
    settings.encoding = await findEncoding(path);
    settings.separator = await findSeparator(path, settings.encoding);
    settings.headerRow = findHeader(await firstRows(path, settings));
    return previewFile(path, settings);
  }
  for (const sheet of await readSheetNames(path)) {
    const rows = await firstRows(path, { ...settings, sheet });
    if (rows.length > 0) {
      return previewFile(path, { ...settings, sheet, headerRow: findHeader(rows) });
    }
  }
  throw new BadFileError(badFileTexts.empty);
}

/** What the file looks like with these settings, for example after an administrator has changed them. */
export async function previewFile(path: string, settings: FileSettings): Promise<RecognisedFile> {
  const sheets = settings.format === 'xlsx' ? await readSheetNames(path) : [];
  const sample: string[][] = [];
  for await (const { cells } of readRows(path, settings)) {
    sample.push(cells);
    if (sample.length === sampleRows) break;
  }
  if (sample.length === 0) {
    throw new BadFileError(settings.headerRow === 0 ? badFileTexts.empty : badFileTexts.noRows);
  }
  const headings = await readHeadings(path, settings);
  const width = Math.max(headings.length, ...sample.map(({ length }) => length));
  const columns = Array.from(
    { length: width },
    (_, column) => headings[column] || `Column ${columnLetters(column)}`,
  );
  return { settings, sheets, columns, sample };
}

async function readHeadings(path: string, settings: FileSettings): Promise<string[]> {
  for await (const { row, cells } of readFile(path, settings)) {
    if (row === settings.headerRow) return cells;
    if (row > settings.headerRow) break;
  }
  return [];
}

async function firstRows(path: string, settings: FileSettings): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readFile(path, settings)) {
    if (!isBlank(row)) rows.push(row);
    if (rows.length === headerRows) break;
  }
  return rows;
}

/** The row with the most known headings. Without one, the first wide row in which all cells look like names. */
function findHeader(rows: FileRow[]): number {
  const [best] = rows
    .map(({ row, cells }) => ({ row, count: knownHeadings(cells), cells }))
    .toSorted((one, other) => other.count - one.count);
  if (best !== undefined && best.count >= Math.min(2, filled(best.cells))) return best.row;
  const width = Math.max(...rows.map(({ cells }) => filled(cells)));
  const first = rows.find(({ cells }) => filled(cells) > width / 2);
  return first?.cells.every(looksLikeHeading) === true && rows.length > 1 ? first.row : 0;
}

function knownHeadings(cells: string[]): number {
  return Math.max(
    ...importKinds.map((kind) => guessColumns(cells, kind).filter((key) => key !== null).length),
  );
}

const filled = (cells: string[]) => cells.filter((cell) => cell !== '').length;

function looksLikeHeading(cell: string): boolean {
  return !/[\d@]/.test(cell) && cell.length < 50;
}
