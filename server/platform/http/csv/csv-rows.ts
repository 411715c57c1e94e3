import { stringify } from 'csv-stringify/sync';
import { fieldsInWords } from '#contract/audit/audit-fields.ts';
import type { CsvColumn } from '#contract/csv.ts';
import { formatTime } from '#contract/days.ts';

/** Excel takes a file without it for another alphabet. */
export const byteOrderMark = '\uFEFF';

export function csvHeader(columns: readonly CsvColumn[]): string {
  return linesOf([columns.map(({ header }) => header)]);
}

/** The rows as lines that end in CRLF; only the columns of the contract leave. */
export function csvLines(columns: readonly CsvColumn[], rows: readonly object[]): string {
  return linesOf(
    rows.map((row) => {
      const values: Record<string, unknown> = { ...row };
      return columns.map((column) => cellOf(column, values[column.field]));
    }),
  );
}

export function linesOf(rows: string[][]): string {
  // A line break of another kind breaks a line too; spaces at the ends would be lost on the way in.
  return stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]|^\s|\s$/ });
}

function cellOf(column: CsvColumn, value: unknown): string {
  if (value === null || value === undefined || value === '') return column.empty ?? '';
  switch (column.kind) {
    case 'money':
      return Number(value).toFixed(2);
    case 'day':
      return textOf(value);
    case 'moment':
      return formatTime(textOf(value));
    case 'phone':
      return harmless(textOf(value));
    default:
      return defused(plainText(column, value));
  }
}

/** The text of a column of words, as the screen shows it. */
export function plainText({ kind, names }: CsvColumn, value: unknown): string {
  if (kind === 'yesNo') return value === true ? 'Yes' : 'No';
  if (kind === 'fields') return fieldsInWords(value as Record<string, unknown>);
  return names?.[textOf(value)] ?? textOf(value);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What someone typed, harmless in a spreadsheet. A phone number stays as it is. */
export function harmless(text: string): string {
  return isPhone(text) ? text : defused(text);
}

/** `+27 (0)82 123-4567`: a number and nothing that a spreadsheet could call. */
function isPhone(text: string): boolean {
  return /^\+?[\d(][\d \u00A0()./-]*$/.test(text);
}

/** What a spreadsheet runs as a formula begins like this, the wide forms too. */
const formula = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const atStart = new RegExp(String.raw`^(?=[\t\r]|${formula})`, 'u');
// Excel in South Africa splits at semicolons. For it, quotes and line breaks inside a cell end there.
// It looks back from each formula: a search from each break would go through a text of breaks again and again.
const afterBreak = new RegExp(String.raw`(?=${formula})(?<=[;|\t\r\n][\s"]*)`, 'gu');

/** An apostrophe makes text of what a spreadsheet would run, wherever it splits the line. */
function defused(text: string): string {
  return text.replace(atStart, "'").replaceAll(afterBreak, "'");
}

const apostropheAtStart = new RegExp(String.raw`^'(?=[\t\r]|${formula})`, 'u');
const apostropheAfterBreak = new RegExp(String.raw`'(?=${formula})(?<=[;|\t\r\n][\s"]*')`, 'gu');

/** The text without the apostrophes of `defused`. */
export function restored(text: string): string {
  return text.replace(apostropheAtStart, '').replaceAll(apostropheAfterBreak, '');
}
