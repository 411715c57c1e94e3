import { closedAs, type Payable } from '#server/features/payments/payable.ts';
import { cutRanges } from './cut-numbers.ts';
import { noticedSlips } from './near-numbers.ts';
import type { LineReading, TypedReference } from './read-line.ts';
import type { LineWorld, OpenLine } from './world.ts';

/** A line with what it says and what is known about it. */
export interface Matching {
  line: OpenLine;
  reading: LineReading;
  world: LineWorld;
}

export const kindOf = { INV: 'invoice', DON: 'donation' } as const;

/** The records that are read, without repeats. A number without a prefix names both kinds. */
export function recordsOf(
  { world }: { world: Pick<LineWorld, 'numbered'> },
  references: readonly TypedReference[],
): Payable[] {
  const records = references.flatMap(({ kind, number }) =>
    world.numbered.filter(
      (record) => record.number === number && (kind === null || record.kind === kindOf[kind]),
    ),
  );
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** With a prefix, and a number that is neither wrong nor cut. */
export function clearReferences({ references }: LineReading): TypedReference[] {
  return references.filter(
    ({ kind, certainty }) =>
      kind !== null && (certainty === 'checked' || certainty === 'unchecked'),
  );
}

/** With a prefix, also if the bank may have cut the number or its check letter is wrong. */
export function namedReferences({ references }: LineReading): TypedReference[] {
  return references.filter(({ kind, digits }) => kind !== null && digits !== '');
}

/** Whether it has the number of the record, and no other prefix. */
export function isOfRecord(
  reference: Pick<TypedReference, 'kind' | 'number'>,
  { kind, number }: Pick<Payable, 'kind' | 'number'>,
): boolean {
  const isKind = reference.kind === null || kindOf[reference.kind] === kind;
  return isKind && reference.number === number;
}

/** Whether the reference can be this record, if it was cut or has one mistake. */
export function mayMean(
  reference: TypedReference,
  { kind, number }: Pick<Payable, 'kind' | 'number'>,
): boolean {
  if (isOfRecord(reference, { kind, number })) return true;
  if (reference.kind === null || kindOf[reference.kind] !== kind) return false;
  if (reference.certainty === 'wrong-check') return noticedSlips(reference).includes(number);
  return cutRanges(reference).some(({ from, to }) => from <= number && number <= to);
}

/** Without a prefix: they may be membership numbers. */
export function bareNumbers({ references }: LineReading): number[] {
  return references.flatMap(({ kind, number }) =>
    kind === null && number !== null ? [number] : [],
  );
}

/** Whether a clear number in the text is of a record. */
export function namesRecord(matching: Matching): boolean {
  return recordsOf(matching, clearReferences(matching.reading)).length > 0;
}

/** "INV-00042 is paid", of the numbers with a prefix, also one at the end that the bank may have cut. */
export function closedInText(matching: Matching): string[] {
  const read = matching.reading.references.filter(
    ({ kind, certainty }) => kind !== null && certainty !== 'wrong-check',
  );
  return recordsOf(matching, read)
    .filter(({ state }) => state !== 'open')
    .map(closedAs);
}
