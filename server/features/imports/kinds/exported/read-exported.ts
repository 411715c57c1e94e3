import { importColumns } from '#contract/imports/columns.ts';
import type { ExportKind } from '#contract/imports/export-kinds.ts';
import { importExportTexts as texts } from '#contract/imports/export-texts.ts';
import { type Day, isDay } from '#contract/days.ts';
import { largestAmount } from '#contract/limits.ts';
import { readEmail, readName } from '#server/features/imports/values/read-text.ts';
import { restored } from '#server/platform/http/csv/csv-rows.ts';
import type { FileRow, ImportJob } from '../import-kind.ts';

const longest = 2000;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads the cells of a row as an export writes them. What cannot be read is a problem, and empty. */
export function exportReader(kind: ExportKind, { mapping }: ImportJob, { row, cells }: FileRow) {
  const problems: string[] = [];
  const labelOf = (key: string) =>
    importColumns[kind].find((column) => column.key === key)?.label ?? key;
  const cell = (key: string) => restored(cells[mapping.columns.indexOf(key)] ?? '');
  const fail = (key: string, problem: (label: string, text: string) => string) =>
    void problems.push(problem(labelOf(key), cell(key)));

  function text(key: string): string {
    if (cell(key).length <= longest) return cell(key);
    fail(key, (label) => texts.tooLong(label, longest));
    return '';
  }
  function required(key: string): string {
    if (cell(key) === '') fail(key, texts.required);
    return text(key);
  }
  function matching(key: string, pattern: RegExp): string | null {
    if (cell(key) === '') return null;
    const match = pattern.exec(cell(key));
    if (match === null) fail(key, texts.wrong);
    return match?.[1] ?? match?.[0] ?? null;
  }
  function day(key: string): Day | null {
    if (cell(key) === '') return null;
    if (isDay(cell(key))) return cell(key);
    fail(key, texts.wrong);
    return null;
  }
  function parsed(key: string, read: typeof readName): string {
    const result = read(cell(key));
    if ('value' in result) return result.value ?? '';
    fail(key, texts.wrong);
    return '';
  }
  return {
    row,
    problems,
    cell,
    fail,
    text,
    required,
    day,
    textOrNull: (key: string) => text(key) || null,
    requiredDay: (key: string): Day => (required(key) === '' ? '' : (day(key) ?? '')),
    id: (key: string) => matching(key, uuid),
    requiredId: (key: string) => (required(key) === '' ? '' : (matching(key, uuid) ?? '')),
    /** "INV-00042" is 42. */
    number(key: string): number | null {
      const digits = matching(key, /^(?:INV-|DON-)?0*([1-9]\d{0,6}|0)$/);
      return digits === null ? null : Number(digits);
    },
    cents(key: string): number {
      required(key);
      const rand = Number(matching(key, /^\d+\.\d\d$/) ?? 0);
      if (rand > largestAmount) fail(key, texts.wrong);
      return Math.round(rand * 100);
    },
    isYes: (key: string) => matching(key, /^(Yes|No)$/) === 'Yes',
    oneOf<T extends string>(key: string, values: readonly T[]): T {
      const value = values.find((one) => one === cell(key));
      if (value === undefined) fail(key, cell(key) === '' ? texts.required : texts.wrong);
      return value ?? (values[0] as T);
    },
    name: (key: string) => parsed(key, readName),
    email: (key: string) => parsed(key, readEmail),
  };
}

/** Null if it cannot be read. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type ExportReader = ReturnType<typeof exportReader>;
