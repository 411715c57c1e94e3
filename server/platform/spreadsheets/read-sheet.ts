import {
  badFileTexts,
  cellPlace,
  cellTexts,
  mostImportColumns,
} from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import { columnNumber } from './column-number.ts';
import type { FileRow } from './file-settings.ts';
import { findMerged } from './merged-cells.ts';
import { dayOfSerial, type NumberFormat } from './number-format.ts';
import type { FileSource } from './file-source.ts';
import { cellText, openWorkbook, withPiece, type Workbook } from './workbook.ts';
import { type Attributes, parseXml, type XmlHandler } from './xml.ts';

/** The rows of a sheet that have a value. */
export async function* readSheet(source: FileSource, name: string): AsyncGenerator<FileRow> {
  const workbook = await openWorkbook(source);
  try {
    yield* rowsOfSheet(workbook, name);
  } finally {
    workbook.zip.close();
  }
}

/** The rows of a sheet of a workbook that is open. */
export async function* rowsOfSheet(workbook: Workbook, sheetName: string): AsyncGenerator<FileRow> {
  const sheet = workbook.sheets.find(({ name }) => name === sheetName);
  if (sheet === undefined) throw new BadFileError(badFileTexts.noSheet(sheetName));
  const mergedIn = await findMerged(() => workbook.zip.read(sheet.part));
  const rows: FileRow[] = [];
  const handler = sheetHandler(workbook, (row) => {
    if (row.cells.length === 0) return;
    // One sentence for a cell is enough, so their number is bounded by that of the columns.
    const named = new Set(row.problems.map(({ column }) => column));
    const merged = mergedIn(row.row).filter(({ column }) => !named.has(column));
    rows.push({ ...row, problems: [...row.problems, ...merged] });
  });
  for await (const _ of parseXml(workbook.zip.read(sheet.part), handler)) yield* rows.splice(0);
}

interface Cell {
  column: number;
  attributes: Attributes;
  value: string;
  hasValue: boolean;
  hasFormula: boolean;
}

/** A sheet has no more rows. */
const lastRow = 1_048_576;
/** So that the first cell of a row is in column 0. */
const beforeFirst = -2;

/** Collects cells into rows. Rows and cells may leave out their place: they follow the one before. */
function sheetHandler(workbook: Workbook, addRow: (row: FileRow) => void): XmlHandler {
  let isData = false;
  let row: FileRow = { row: 0, cells: [], problems: [] };
  let cell = startCell({}, beforeFirst);
  let isValue = false;
  let phonetic = 0;
  const open: Record<string, (attributes: Attributes) => void> = {
    row: ({ r }) => {
      row = { row: rowNumber(r, row.row), cells: [], problems: [] };
      cell = startCell({}, beforeFirst);
    },
    c: (attributes) => {
      cell = startCell(attributes, cell.column);
    },
    f: () => {
      cell.hasFormula = true;
    },
    v: () => {
      isValue = true;
      cell.hasValue = true;
    },
    t: () => {
      isValue = phonetic === 0;
      cell.hasValue = true;
    },
    rPh: () => {
      phonetic += 1;
    },
  };
  const close: Record<string, () => void> = {
    v: () => {
      isValue = false;
    },
    t: () => {
      isValue = false;
    },
    rPh: () => {
      phonetic -= 1;
    },
    c: () => addCell(workbook, row, cell),
    row: () => addRow(row),
  };
  return {
    open: (name, attributes) => {
      if (name === 'sheetData') isData = true;
      if (isData) open[name]?.(attributes);
    },
    text: (piece) => {
      if (isValue) cell.value = withPiece(cell.value, piece);
    },
    close: (name) => {
      if (isData) close[name]?.();
      if (name === 'sheetData') isData = false;
    },
  };
}

/** Rows ascend, so that each is there once. */
function rowNumber(written: string | undefined, previous: number): number {
  const row = Number(written ?? previous + 1);
  if (!Number.isInteger(row) || row <= previous || row > lastRow) {
    throw new BadFileError(badFileTexts.damaged);
  }
  return row;
}

/** Cells ascend, so that a row has each once. */
function startCell(attributes: Attributes, previous: number): Cell {
  const column = attributes.r === undefined ? previous + 1 : columnOf(attributes.r);
  if (column <= previous) throw new BadFileError(badFileTexts.damaged);
  return { column, attributes, value: '', hasValue: false, hasFormula: false };
}

/** `#GETTING_DATA` is the longest. */
const longestError = 20;

/** "C7" is in column 2. */
function columnOf(place: string): number {
  const letters = /^[A-Z]{1,3}(?=\d+$)/.exec(place)?.[0];
  if (letters === undefined) throw new BadFileError(badFileTexts.damaged);
  return columnNumber(letters);
}

function addCell(workbook: Workbook, row: FileRow, cell: Cell): void {
  const text = textOf(workbook, cell).trim();
  const sentence = problemOf(row.row, cell);
  if (text === '' && sentence === null) return;
  if (cell.column >= mostImportColumns) {
    throw new BadFileError(badFileTexts.tooManyColumns(row.row, cell.column + 1));
  }
  while (row.cells.length < cell.column) row.cells.push('');
  row.cells[cell.column] = text;
  if (sentence !== null) row.problems.push({ column: cell.column, sentence });
}

function problemOf(
  row: number,
  { column, attributes, value, hasValue, hasFormula }: Cell,
): string | null {
  const place = cellPlace(row, column);
  if (attributes.t === 'e') return cellTexts.error(place, value.slice(0, longestError));
  // A formula can have an empty text as its result, but not an empty number.
  const isEmpty = !hasValue || (value === '' && attributes.t !== 'str');
  return hasFormula && isEmpty ? cellTexts.formula(place) : null;
}

function textOf({ strings, formats, is1904 }: Workbook, { attributes, value }: Cell): string {
  switch (attributes.t) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'str':
    case 'inlineStr':
      return cellText(value);
    case 'e':
      return value;
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    case 'd':
      return value.slice(0, 10);
    default:
      return numberInText(value, formats[Number(attributes.s ?? 0)], is1904);
  }
}

function numberInText(value: string, format: NumberFormat | undefined, is1904: boolean): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  if (format?.kind === 'day') return dayOfSerial(number, is1904) ?? shortest(number);
  if (format?.kind === 'zeros' && Number.isInteger(number) && number >= 0) {
    return shortest(number).padStart(format.digits, '0');
  }
  return shortest(number);
}

/** Excel writes 0.1 as 0.10000000000000001. */
function shortest(number: number): string {
  const text = String(number);
  if (!text.includes('e')) return text;
  return number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
}
