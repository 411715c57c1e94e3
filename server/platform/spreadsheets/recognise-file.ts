import { guessColumns, importKinds } from '#contract/imports/columns.ts';
import { badFileTexts, unnamedColumn } from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import { findEncoding } from './csv-text.ts';
import { findFormat } from './file-format.ts';
import type { FileRow, FileSettings } from './file-settings.ts';
import { findSeparator } from './read-csv.ts';
import type { FileSource } from './file-source.ts';
import { isBlank, readFile, readRows } from './read-rows.ts';
import { openWorkbook, type Workbook } from './workbook.ts';

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
export async function recogniseFile(source: FileSource): Promise<RecognisedFile> {
  const format = await findFormat(source);
  const settings: FileSettings = {
    format,
    encoding: null,
    separator: null,
    sheet: null,
    headerRow: 0,
  };
  if (format === 'csv') {
    settings.encoding = await findEncoding(source);
    settings.separator = await findSeparator(source, settings.encoding);
    settings.headerRow = findHeader(await firstRows(source, settings));
    return preview(source, settings);
  }
  const workbook = await openWorkbook(source);
  try {
    for (const { name: sheet } of workbook.sheets) {
      const rows = await firstRows(source, { ...settings, sheet }, workbook);
      if (rows.length === 0) continue;
      return await preview(source, { ...settings, sheet, headerRow: findHeader(rows) }, workbook);
    }
  } finally {
    workbook.zip.close();
  }
  throw new BadFileError(badFileTexts.empty);
}

/** What the file looks like with these settings, for example after an administrator has changed them. */
export async function previewFile(
  source: FileSource,
  settings: FileSettings,
): Promise<RecognisedFile> {
  if (settings.format === 'csv') return preview(source, settings);
  const workbook = await openWorkbook(source);
  try {
    return await preview(source, settings, workbook);
  } finally {
    workbook.zip.close();
  }
}

async function preview(
  source: FileSource,
  settings: FileSettings,
  workbook?: Workbook,
): Promise<RecognisedFile> {
  const sample: string[][] = [];
  let headings: string[] = [];
  const onHeadings = (cells: string[]) => {
    headings = cells;
  };
  for await (const { cells } of readRows(source, settings, { workbook, onHeadings })) {
    sample.push(cells);
    if (sample.length === sampleRows) break;
  }
  if (sample.length === 0) {
    throw new BadFileError(settings.headerRow === 0 ? badFileTexts.empty : badFileTexts.noRows);
  }
  const width = Math.max(headings.length, ...sample.map(({ length }) => length));
  const columns = Array.from(
    { length: width },
    (_, column) => headings[column] || unnamedColumn(column),
  );
  return { settings, sheets: workbook?.sheets.map(({ name }) => name) ?? [], columns, sample };
}

async function firstRows(
  source: FileSource,
  settings: FileSettings,
  workbook?: Workbook,
): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readFile(source, settings, workbook)) {
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
