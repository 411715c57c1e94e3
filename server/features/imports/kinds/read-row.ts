import { importColumns, type ImportKind } from '#contract/imports/columns.ts';
import { importRecordTexts as texts, methodOf } from '#contract/imports/record-texts.ts';
import type { Day } from '#contract/days.ts';
import { bankReferenceLongest, type PaymentMethod } from '#contract/payments/payment-details.ts';
import { readAmount } from '#server/platform/spreadsheets/values/read-number.ts';
import type { ReadValue } from '#server/platform/spreadsheets/values/read-value.ts';
import type { FileRow, ImportJob, Question } from './import-kind.ts';
import { readDayCell } from './read-day-cell.ts';
import { cellOf } from './members/read-member-row.ts';

/** Reads the cells of a row. A value that cannot be read is null, and its sentence is among the problems. */
export function rowReader(kind: ImportKind, job: ImportJob, row: FileRow) {
  const problems: string[] = [];
  const questions: Question[] = [];
  const text = (key: string) => cellOf(job, row, key);
  const labelOf = (key: string) =>
    importColumns[kind].find((column) => column.key === key)?.label ?? key;
  const fail = (key: string, sentence: string) => {
    problems.push(`${labelOf(key)}: ${sentence}`);
  };
  function read<T>(key: string, reader: (text: string) => ReadValue<T>): T | null {
    const result = reader(text(key));
    if ('value' in result) return result.value;
    fail(key, result.problem);
    return null;
  }
  function assertFilled(key: string): void {
    if (text(key) === '') problems.push(texts.required(labelOf(key)));
  }
  function readRequired<T>(key: string, reader: (text: string) => ReadValue<T>): T | null {
    assertFilled(key);
    return read(key, reader);
  }
  function bounded(key: string, most: number): string {
    if (text(key).length <= most) return text(key).replaceAll(/\s+/g, ' ');
    fail(key, texts.tooLong(most));
    return '';
  }
  function pastDay(key: string, at: Date): Day | null {
    const cell = { label: labelOf(key), text: text(key), isPast: true, at };
    const { reading, proposed, question } = readDayCell(job, cell);
    if (question) questions.push(question);
    if ('value' in reading) return reading.value;
    fail(key, reading.problem);
    return proposed ?? null;
  }
  return { problems, questions, text, fail, read, assertFilled, readRequired, bounded, pastDay };
}

export type RowReader = ReturnType<typeof rowReader>;

/** The money of a row. Cents are 0 if the amount cannot be read, which is a problem. */
export interface ReceivedMoney {
  amountCents: number;
  paidOn: Day | null;
  method: PaymentMethod;
  bankReference: string;
}

export function readMoney(reader: RowReader, dayKey: string, at: Date): ReceivedMoney {
  const amount = reader.readRequired('amount', readAmount);
  if (amount === 0) reader.fail('amount', texts.nothing);
  reader.assertFilled(dayKey);
  const method = reader.text('method') === '' ? 'EFT' : methodOf(reader.text('method'));
  if (method === null) reader.fail('method', texts.unknownMethod(reader.text('method')));
  return {
    amountCents: Math.round((amount ?? 0) * 100),
    paidOn: reader.pastDay(dayKey, at),
    method: method ?? 'EFT',
    bankReference: reader.bounded('bankReference', bankReferenceLongest),
  };
}
