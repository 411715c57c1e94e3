import { closedAs, type Payable } from '#server/features/payments/payable.ts';
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
