import type { Payable } from '#server/features/payments/payable.ts';
import { cutRanges } from './cut-numbers.ts';
import { noticedSlips, unnoticedSlips } from './near-numbers.ts';
import type { LineReading, TypedReference } from './read-line.ts';
import { clearReferences, kindOf, namedReferences, recordsOf } from './read-records.ts';
import type { OpenLine } from './world.ts';

/** A line with what its text says. */
export interface ReadLine {
  place: number;
  line: OpenLine;
  reading: LineReading;
}

/** Those that are read, and those that a slip could have made of another one. */
export function numbersOf(lines: readonly ReadLine[]) {
  const numbers = { invoices: new Set<number>(), donations: new Set<number>() };
  for (const reference of lines.flatMap(({ reading }) => reading.references)) {
    for (const number of nearNumbers(reference)) {
      if (reference.kind !== 'DON') numbers.invoices.add(number);
      if (reference.kind !== 'INV') numbers.donations.add(number);
    }
  }
  return { invoices: [...numbers.invoices], donations: [...numbers.donations] };
}

/** The records that the text names. Of money in only clear numbers count. */
export function idsOfRead(
  { line, reading }: Pick<ReadLine, 'line' | 'reading'>,
  numbered: Payable[],
): string[] {
  const references = line.isOut ? namedReferences(reading) : clearReferences(reading);
  return recordsOf({ world: { numbered } }, references).map(({ id }) => id);
}

function nearNumbers(reference: TypedReference): number[] {
  const { number, certainty } = reference;
  if (number === null) return [];
  if (certainty === 'checked') return [number, ...unnoticedSlips(reference)];
  if (certainty === 'wrong-check') return [number, ...noticedSlips(reference)];
  return [number];
}

export function rangesOf({ place, line, reading }: ReadLine) {
  return reading.references.flatMap((reference) =>
    cutRanges(reference).map((range) => ({
      ...range,
      place,
      cents: line.openCents,
      kind: kindOf[reference.kind ?? 'INV'],
    })),
  );
}
