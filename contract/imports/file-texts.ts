/** Limits of a file to import. */
export const largestImportFile = 20 * 1024 * 1024;
export const mostImportColumns = 100;
export const mostImportRows = 20_000;
export const longestCell = 10_000;
export const mostSheets = 50;
export const longestSheetName = 200;
/** Characters of a row, and of all rows together. */
export const longestRow = 50_000;
export const mostCharacters = 25_000_000;

const count = (number: number) => number.toLocaleString('en');

/** "A", "Z", "AA": the column as a spreadsheet names it, counted from 0. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

/** A column without a heading. */
export function unnamedColumn(column: number): string {
  return `Column ${columnLetters(column)}`;
}

/** "Row 7, column C". */
export function cellPlace(row: number, column: number): string {
  return `Row ${row}, column ${columnLetters(column)}`;
}

const saveAs = 'Open it in Excel or LibreOffice, save it as "Excel Workbook (.xlsx)" or as CSV,';
const again = `${saveAs} and choose that file.`;

/** Why a file cannot be read, and what to do. */
export const badFileTexts = {
  empty: 'This file is empty. Please choose a file with at least one row.',
  noRows:
    'This file has headings but no rows below them. Please choose a file with at least one row.',
  tooLarge:
    'A file to import is at most 20 MB. Split it into smaller files and import one after the other.',
  tooLargeUnpacked:
    'This file is too large when it is unpacked. Copy the rows into a new spreadsheet, save it and choose that file.',
  tooManyRows: `A file to import has at most ${mostImportRows} rows. Split it into smaller files and import one after the other.`,
  tooManyColumns: (row: number, columns: number) =>
    `Row ${row} has ${columns} columns. At most ${mostImportColumns} can be read. Remove the columns that you do not need, save the file and choose it again.`,
  longSheetName:
    'The name of a sheet is too long. Give the sheet a shorter name in the spreadsheet, save it and choose it again.',
  tooManySheets: `A workbook has at most ${mostSheets} sheets. Copy the sheet with the rows into a new spreadsheet, save it and choose that file.`,
  longRow: (row: number) =>
    `Row ${row} has more than ${count(longestRow)} characters. Shorten its texts, save the file and choose it again.`,
  tooMuchText: `The rows of this file have more than ${count(mostCharacters)} characters together. Remove the columns that you do not need, unmerge merged cells, or split the file into smaller ones.`,
  tooHard:
    'This file needs more memory than a file may use. Copy the rows into a new spreadsheet, save it and choose that file.',
  tooSlow:
    'This file takes too long to be read. Copy the rows into a new spreadsheet, save it and choose that file. Split it if it is large.',
  notRead:
    'This file could not be read. Copy the rows into a new spreadsheet, save it and choose that file.',
  tooManyMerged:
    'This sheet has more than 10,000 merged cells. Copy the rows into a new spreadsheet, save it and choose that file.',
  oldExcel: `This is a file of an old version of Excel (.xls). ${again}`,
  encrypted:
    'This file is protected with a password. Open it in Excel, remove the password under File, Info, Protect Workbook, save it and choose it again.',
  macros: `This workbook contains macros (.xlsm). Macros are never run here. ${again}`,
  binaryExcel: `This is a binary Excel workbook (.xlsb). ${again}`,
  openDocument: `This is an OpenDocument spreadsheet (.ods). ${again}`,
  numbers: 'This is a file of Apple Numbers. Export it there to Excel or CSV and choose that file.',
  html: `This file is a web page, even if its name ends in .xls. ${again}`,
  xml: `This file is XML, not a spreadsheet. ${again}`,
  pdf: 'This is a PDF. Please choose the spreadsheet that it was made from, as .xlsx or CSV.',
  picture: 'This is a picture. Please choose a spreadsheet: .xlsx or CSV.',
  document: 'This is a document or a presentation. Please choose a spreadsheet: .xlsx or CSV.',
  archive:
    'This is a compressed archive. Unpack it and choose the spreadsheet inside: .xlsx or CSV.',
  notSpreadsheet:
    'This file is not a spreadsheet. Please choose an Excel workbook (.xlsx) or a CSV file.',
  damaged: `This workbook is damaged or not complete. ${again}`,
  bigEndian:
    'This text file has an encoding that is not supported (UTF-16, big endian). Save it as "CSV UTF-8" and choose that file.',
  wrongEncoding: (row: number) =>
    `The text around row ${row} does not fit the chosen encoding. Choose another encoding, or save the file as "CSV UTF-8" and choose that file.`,
  openQuote: (row: number) =>
    `A quotation mark in row ${row} is never closed, so the rest of the file cannot be read. Correct it, save the file and choose it again.`,
  noSheet: (name: string) => `This workbook has no sheet called "${name}". Choose another sheet.`,
  noSheets: 'This workbook has no sheet with cells. Please choose another file.',
} as const;

/** The problem of one cell. The rest of the file can be read. */
export const cellTexts = {
  formula: (place: string) =>
    `${place} has a formula without its result. Open the file in Excel or LibreOffice, save it and choose it again.`,
  error: (place: string, value: string) =>
    `${place} has the error ${value}. Correct it in the spreadsheet.`,
  merged: (place: string, range: string) =>
    `${place} belongs to merged cells (${range}). Unmerge them and fill in each cell.`,
  tooLong: (place: string) =>
    `${place} has more than ${longestCell.toLocaleString('en')} characters. Shorten the text.`,
  extra: (place: string, columns: number) =>
    `${place} has a value, but the headings name only ${columns} columns. A value that contains the separator must be in quotation marks.`,
} as const;
