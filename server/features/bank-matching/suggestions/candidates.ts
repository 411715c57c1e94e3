import type { Payable } from '#server/features/payments/payable.ts';
import { nameFit } from './name-fit.ts';
import type { LineReading } from './read-line.ts';
import { reasons } from './reasons.ts';
import { type LineSuggestion, nameOf, type OpenLine, type PartOf } from './world.ts';

export function sumOf(records: readonly Payable[]): number {
  return records.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
}

export const isLikely = ({ certainty }: LineSuggestion) => certainty === 'likely';

/** It takes a choice, for this reason if it was better before. */
export function onlyPossible(suggestion: LineSuggestion, reason?: string): LineSuggestion {
  const { certainty, why } = suggestion;
  const isWorse = certainty === 'certain' || certainty === 'likely';
  const whys = isWorse && reason !== undefined && !why.includes(reason) ? [...why, reason] : why;
  return { ...suggestion, certainty: 'possible', why: whys };
}

export function part(
  kind: PartOf['kind'],
  amountCents: number,
  more: Partial<PartOf> = {},
): PartOf {
  return { record: null, targetId: null, payerName: '', feeCents: 0, ...more, kind, amountCents };
}

/** A payment that is there, as `kind` says. */
export function recorded(
  kind: 'recorded' | 'reversal',
  { id: targetId, amountCents, record, payerName = '' }: RecordedPart,
): PartOf {
  return part(kind, amountCents, { record, targetId, payerName });
}

interface RecordedPart extends Pick<PartOf, 'amountCents' | 'record'> {
  id: string;
  payerName?: string;
}

export function payment(record: Payable, cents = record.balanceCents): PartOf {
  return part(record.kind, cents, { record });
}

export function credit(cents: number, payerName: string): PartOf {
  return part('credit', cents, { payerName });
}

/** A part of what is to pay, or more than it. A donation is received whole. */
export function otherAmount(
  line: OpenLine,
  open: readonly Payable[],
  read: string,
): LineSuggestion {
  let left = line.openCents;
  const parts: PartOf[] = [];
  const why = [read];
  for (const record of open) {
    const isWhole = left >= record.balanceCents;
    if (left > 0 && (isWhole || record.kind === 'invoice')) {
      const cents = Math.min(left, record.balanceCents);
      parts.push(payment(record, cents));
      left -= cents;
    } else if (left > 0) why.push(reasons.noPart(record.amountCents));
  }
  if (left > 0) parts.push(credit(left, open[0] === undefined ? '' : nameOf(open[0])));
  const owed = sumOf(open);
  why.push(owed > line.openCents ? reasons.part(owed) : reasons.over(line.openCents - owed));
  return {
    certainty: open.length > 1 && owed > line.openCents ? 'possible' : 'likely',
    why,
    parts,
  };
}

/** A record, or several of one payer. */
type Named = Pick<Payable, 'firstName' | 'lastName'>;

interface Candidate<T> {
  record: T;
  fit: ReturnType<typeof nameFit>;
  /** No other candidate fits as well. */
  isAlone: boolean;
}

/** Most suggestions of one kind. */
const most = 3;

/** The candidates whose payer fits the text best, first. */
export function ranked<T extends Named>(
  records: readonly T[],
  reading: LineReading,
  suggestionOf: (candidate: Candidate<T>) => LineSuggestion,
): LineSuggestion[] {
  const fits = records.map((record) => ({ record, fit: nameFit(record, reading) }));
  const best = Math.max(...fits.map(({ fit }) => fit.score));
  const isOnlyBest = fits.filter(({ fit }) => fit.score === best).length === 1;
  return fits
    .toSorted((one, other) => other.fit.score - one.fit.score)
    .slice(0, most)
    .map(({ record, fit }) =>
      suggestionOf({ record, fit, isAlone: isOnlyBest && fit.score === best }),
    );
}
