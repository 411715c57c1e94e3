import type { CsvColumn } from '#contract/csv.ts';
import { formatTime } from '#contract/days.ts';
import type { SheetCell } from '#server/platform/spreadsheets/write-sheet.ts';
import { plainText, textOf } from './csv-rows.ts';

/** The rows as cells of a spreadsheet. Its text cells run nothing, so they need no apostrophe. */
export function sheetRows(columns: readonly CsvColumn[], rows: readonly object[]): SheetCell[][] {
  return rows.map((row) => {
    const values: Record<string, unknown> = { ...row };
    return columns.map((column) => cellOf(column, values[column.field]));
  });
}

function cellOf(column: CsvColumn, value: unknown): SheetCell {
  if (value === null || value === undefined || value === '') return column.empty ?? '';
  switch (column.kind) {
    case 'money':
      return { kind: 'money', value: Number(value) };
    case 'day':
      return { kind: 'day', value: textOf(value) };
    case 'moment':
      return { kind: 'moment', value: formatTime(textOf(value)) };
    default:
      return typeof value === 'number' ? { kind: 'number', value } : plainText(column, value);
  }
}
