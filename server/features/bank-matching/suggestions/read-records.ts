import { nameFit } from './name-fit.ts';
import { type LineReading, nameKey, type TypedReference } from './read-line.ts';
import { isOnePayer, type LineWorld, type OpenLine, type PayableRecord } from './world.ts';

/** A line with what it says and what is known about it. */
export interface Matching {
  line: OpenLine;
  reading: LineReading;
  world: LineWorld;
}

export const kindOf = { INV: 'subscription', DON: 'donation' } as const;

/** The records that are read, without repeats. A number without a prefix names both kinds. */
export function recordsOf(
  { world }: { world: Pick<LineWorld, 'numbered'> },
  references: readonly TypedReference[],
): PayableRecord[] {
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

/** A bank's text of this length beside a payment is hardly in another line by chance. */
const shortestText = 5;

/** Whether a payment that was recorded by hand is of this line: by its record, its payer, or the text beside it. */
export function fitsByHand(
  matching: Matching,
  { record, bankReference, payerName }: LineWorld['byHand'][number],
): boolean {
  const { line, reading } = matching;
  const read = recordsOf(matching, reading.references);
  if (record !== null && read.some((one) => one.id === record.id || isOnePayer(one, record))) {
    return true;
  }
  const typed = nameKey(bankReference);
  if (typed.length >= shortestText && nameKey(`${line.text} ${line.reference}`).includes(typed)) {
    return true;
  }
  if (record !== null) return nameFit(record, reading).isNamed;
  return payerName.split(/\s+/).some((word) => reading.words.includes(nameKey(word)));
}
