import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import {
  badFileTexts,
  cellPlace,
  cellTexts,
  mostImportColumns,
} from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import { decodeFile } from './csv-text.ts';
import type { CellProblem, FileRow, FileSettings } from './file-settings.ts';
import type { FileSource } from './file-source.ts';

const separators = [',', ';', '\t', '|'] as const;
type Separator = (typeof separators)[number];
type TextSettings = Pick<FileSettings, 'encoding' | 'separator'>;

const options = (separator: Separator) => ({
  delimiter: separator,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // Quotation marks inside a cell without them around it, such as 5" pipe.
  relax_quotes: true,
  // Some programs write a space between the separator and the quotation mark.
  ltrim: true,
  // A quotation mark that is never closed would take in the whole file.
  max_record_size: 4 * 1024 * 1024,
});

/** All rows, also blank ones: they are numbered as a spreadsheet does, not by lines. */
export async function* readCsv(
  source: FileSource,
  settings: TextSettings,
): AsyncGenerator<FileRow> {
  const text = Readable.from(
    withoutSeparatorLine(decodeFile(source, settings.encoding ?? 'utf-8')),
  );
  // The parser has the errors of the text, too.
  const records = pipeline(text, parse(options(settings.separator ?? ',')), () => {});
  let row = 0;
  try {
    for await (const record of records as AsyncIterable<string[]>) {
      row += 1;
      yield rowOf(row, record);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BadFileError(badFileTexts.openQuote(row + 1), { cause: error });
  }
}

/** Excel writes and hides a first line such as `sep=;`. */
const separatorLine = /^sep=([,;\t|])\r?\n/i;

async function* withoutSeparatorLine(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isStart = true;
  for await (const piece of text) {
    yield isStart ? piece.replace(separatorLine, '') : piece;
    isStart = false;
  }
}

function rowOf(row: number, record: string[]): FileRow {
  const problems: CellProblem[] = [];
  const cells = record.map((cell, column) => {
    const text = plainText(cell.trim());
    // Nothing calculates here. The file has the formula as text, and not its result.
    if (text.startsWith('=') && cell.trim() === text) {
      problems.push({ column, sentence: cellTexts.formula(cellPlace(row, column)) });
    }
    return text;
  });
  const width = cells.findLastIndex((cell) => cell !== '') + 1;
  if (width > mostImportColumns) throw new BadFileError(badFileTexts.tooManyColumns(row, width));
  return { row, cells: cells.slice(0, mostImportColumns), problems };
}

const formula = String.raw`[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]`;
const guarded = new RegExp(String.raw`^'(?=${formula})`, 'u');
// It looks back from each apostrophe: a search from each break would go through a cell of breaks again and again.
const guardedBreak = new RegExp(String.raw`'(?=${formula})(?<=[;|\t\r\n][\s"]*')`, 'gu');

/**
 * Takes off what makes text of a formula: the apostrophe that our own CSV files have, and `="0821234567"`,
 * which other programs write to keep a leading zero.
 */
function plainText(cell: string): string {
  const quoted = /^="(?<text>[^"]*)"$/.exec(cell)?.groups?.text;
  return quoted ?? cell.replace(guarded, '').replaceAll(guardedBreak, '');
}

/** Characters from which the separator is recognised, and the most rows of them. */
const sampleLength = 64 * 1024;
const sampleRows = 100;

/** The separator with which most rows have the same number of cells. A file of one column has none: a comma. */
export async function findSeparator(source: FileSource, encoding: FileSettings['encoding']) {
  const sample = await readSample(source, encoding);
  const named = separatorLine.exec(sample)?.[1];
  if (named !== undefined) return named as Separator;
  const [best] = separators
    .map((separator) => ({ separator, ...evenness(sample, separator) }))
    .filter(({ width }) => width > 1)
    .toSorted((one, other) => other.share - one.share || other.width - one.width);
  return best?.separator ?? ',';
}

async function readSample(source: FileSource, encoding: FileSettings['encoding']): Promise<string> {
  let sample = '';
  for await (const piece of decodeFile(source, encoding ?? 'utf-8')) {
    sample += piece;
    if (sample.length >= sampleLength) break;
  }
  return sample;
}

/** The most frequent number of cells in a row, and its share of the rows that are not blank. */
function evenness(sample: string, separator: Separator): { width: number; share: number } {
  const widths: number[] = [];
  const noteWidth = (record: string[]) => {
    if (record.some((cell) => cell.trim() !== '')) widths.push(record.length);
    return null;
  };
  try {
    parseNow(sample, { ...options(separator), to: sampleRows, on_record: noteWidth });
  } catch (error) {
    // The sample may end inside of quotation marks.
    if (!(error instanceof CsvError)) throw error;
  }
  const groups = Object.entries(Object.groupBy(widths, String)).map(([width, rows = []]) => ({
    width: Number(width),
    share: rows.length / widths.length,
  }));
  const [most] = groups.toSorted(
    (one, other) => other.share - one.share || other.width - one.width,
  );
  return most ?? { width: 0, share: 0 };
}
