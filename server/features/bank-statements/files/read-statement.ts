import type { BankMapping } from '#contract/bank-statements/endpoints.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { badFileTexts } from '#contract/imports/file-texts.ts';
import { BadFileError } from '#server/platform/spreadsheets/bad-file.ts';
import { findEncoding, isUtf16 } from '#server/platform/spreadsheets/csv-text.ts';
import type { FileRow, FileSettings } from '#server/platform/spreadsheets/file-settings.ts';
import { findFormat } from '#server/platform/spreadsheets/file-format.ts';
import { findSeparator } from '#server/platform/spreadsheets/read-csv.ts';
import { previewFile, recogniseFile } from '#server/platform/spreadsheets/recognise-file.ts';
import { isBlank, readFile } from '#server/platform/spreadsheets/read-rows.ts';
import { readMt940 } from './read-mt940.ts';
import { readOfx } from './read-ofx.ts';
import { TableReader } from './read-table.ts';
import { headerRows, recogniseLayout, type Table } from './recognise-layout.ts';
import type { ReadResult, ReadStatement } from './statement.ts';

/**
 * Reads the file of a bank. Without a mapping the layout is recognised. With one, an administrator has said what the columns
 * are. A file that cannot be read is an answer, not an error.
 */
export async function readStatement(
  file: Buffer,
  mapping: BankMapping | null = null,
): Promise<ReadResult> {
  try {
    const result = await readAnyFormat(file, mapping);
    if (result.outcome === 'read') assertShortFacts(result.statement);
    return result;
  } catch (error) {
    if (!(error instanceof BadFileError)) throw error;
    return { outcome: 'bad', sentence: bankSentences.get(error.message) ?? error.message };
  }
}

async function readAnyFormat(file: Buffer, mapping: BankMapping | null): Promise<ReadResult> {
  if (file.length === 0) throw new BadFileError(badFileTexts.empty);
  const start = file.subarray(0, 2000).toString('latin1').replaceAll('\0', '');
  if (/^\W{0,3}\s*(OFXHEADER|<\?OFX|<\?xml[^>]*>\s*(<\?OFX|<OFX>)|<OFX>)/i.test(start)) {
    return { outcome: 'read', statement: readOfx(await decoded(file)) };
  }
  if (/^\W{0,3}\s*(\{1:|:20:)/.test(start)) {
    return { outcome: 'read', statement: readMt940(await decoded(file)) };
  }
  const bytes = withoutNuls(file);
  return mapping === null ? readKnown(bytes) : readMapped(bytes, mapping);
}

const longestAccountNumber = 50;
const longestCurrency = 3;

/** Each reply about the statement repeats them. */
function assertShortFacts({ accountNumber, currency }: ReadStatement): void {
  const isLong =
    (accountNumber ?? '').length > longestAccountNumber ||
    (currency ?? '').length > longestCurrency;
  if (isLong) throw new BadFileError(bankTexts.notStatement);
}

/** The columns of the file, for an administrator to say what they are. */
export async function previewColumns(file: Buffer, settings: FileSettings | null) {
  const bytes = withoutNuls(file);
  return settings === null ? recogniseFile(bytes) : previewFile(bytes, settings);
}

/** Sentences about spreadsheets, and those about statements in their place. */
const bankSentences = new Map<string, string>([
  [badFileTexts.pdf, bankTexts.pdf],
  [badFileTexts.archive, bankTexts.archive],
  [badFileTexts.picture, bankTexts.notStatement],
  [badFileTexts.document, bankTexts.notStatement],
  [badFileTexts.notSpreadsheet, bankTexts.notStatement],
  [badFileTexts.xml, bankTexts.notStatement],
]);

/** FNB writes stray ones. */
function withoutNuls(file: Buffer): Buffer {
  const isZip = file.subarray(0, 2).toString('latin1') === 'PK';
  if (isZip || !file.includes(0) || isUtf16(file)) return file;
  return file.filter((byte) => byte !== 0) as Buffer;
}

/** UTF-8, or else the text of Windows, which any bytes are. */
async function decoded(file: Buffer): Promise<string> {
  const bytes = withoutNuls(file);
  return new TextDecoder(await findEncoding(bytes)).decode(bytes);
}

const separators = [',', ';', '\t'] as const;

async function readKnown(file: Buffer): Promise<ReadResult> {
  const format = await findFormat(file);
  if (format === 'csv') {
    const encoding = await findEncoding(file);
    const first = await findSeparator(file, encoding);
    for (const separator of new Set([first, ...separators])) {
      const settings = { format, encoding, separator, sheet: null, headerRow: 0 };
      const rows = await firstRows(file, settings);
      const found = recogniseLayout(rows.map(({ cells }) => cells));
      if (found === null) continue;
      const { layout, header, places } = found;
      const firstRow = header === -1 ? 1 : (rows[header]?.row ?? 0) + 1;
      return read(file, settings, { ...layout, places, firstRow });
    }
  }
  return { outcome: 'unknown', file: await recogniseFile(file) };
}

async function firstRows(file: Buffer, settings: FileSettings): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readFile(file, settings)) {
    if (!isBlank(row)) rows.push(row);
    if (rows.length === headerRows + 1) break;
  }
  return rows;
}

async function read(file: Buffer, settings: FileSettings, table: Table): Promise<ReadResult> {
  const reader = new TableReader(table);
  for await (const row of readFile(file, settings)) reader.add(row);
  return { outcome: 'read', statement: reader.finish() };
}

async function readMapped(file: Buffer, mapping: BankMapping): Promise<ReadResult> {
  const { settings, columns, dayOrder, isReversed } = mapping;
  if ((await findFormat(file)) !== settings.format) throw new BadFileError(bankTexts.otherFormat);
  const placeOf = (meaning: string) => {
    const at = columns.indexOf(meaning as (typeof columns)[number]);
    return at === -1 ? null : at;
  };
  const places = {
    day: placeOf('day') ?? 0,
    amount: placeOf('amount'),
    moneyIn: placeOf('moneyIn'),
    moneyOut: placeOf('moneyOut'),
    fee: null,
    text: columns.flatMap((meaning, at) =>
      meaning === 'text' || meaning === 'reference' ? [at] : [],
    ),
    reference: placeOf('reference'),
    kind: null,
    balance: placeOf('balance'),
    account: null,
    number: null,
  };
  const table: Table = {
    key: 'columns',
    bank: null,
    places,
    day: dayOrder,
    isReversed,
    hasShortRows: settings.format === 'xlsx',
    firstRow: settings.headerRow + 1,
  };
  return read(file, settings, table);
}
