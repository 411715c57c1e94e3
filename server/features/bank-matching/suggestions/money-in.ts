import type { Certainty } from '#contract/bank-matching/endpoints.ts';
import { recordedByHand, recordedOfRead } from './by-hand.ts';
import { byNumber } from './by-number.ts';
import { credit, otherAmount, part, payment, ranked } from './candidates.ts';
import type { LineReading } from './read-line.ts';
import type { Matching } from './read-records.ts';
import { reasons } from './reasons.ts';
import {
  type LineSuggestion,
  type LineWorld,
  mostAlike,
  type OpenLine,
  type PartOf,
} from './world.ts';

/** What money that came in may be. product-rules 25.3. */
export function suggestIn(line: OpenLine, reading: LineReading, world: LineWorld) {
  const matching = { line, reading, world };
  if (!line.isRand) return [];
  const numbered = byNumber(matching);
  return [
    ...recordedByHand(matching),
    ...recordedOfRead(matching),
    ...numbered,
    ...byName(matching),
    ...byMemory(matching),
    ...ofBanks(matching, numbered.length > 0),
    ...byAmount(matching),
  ];
}

/** The surname with the amount, or with another amount. */
function byName({ line, reading, world }: Matching): LineSuggestion[] {
  const exact = world.named.filter(({ balanceCents }) => balanceCents === line.openCents);
  const suggestions = ranked(exact, reading, ({ record, fit, isAlone }) => ({
    certainty: isAlone ? 'likely' : 'possible',
    why: [...fit.why, reasons.amountFits, ...(isAlone ? [] : [reasons.severalAlike])],
    parts: [payment(record)],
  }));
  if (suggestions.length > 0) return suggestions;
  const others = world.named.filter(({ kind }) => kind === 'invoice');
  return ranked(others, reading, ({ record, fit }) => ({
    ...otherAmount(line, [record], fit.why[0] ?? reasons.surname),
    certainty: 'possible',
  }));
}

/** The person who was confirmed for this payer's text before. */
function byMemory({ line, world }: Matching): LineSuggestion[] {
  const { payers } = world;
  const isOne = payers.length === 1;
  return payers.flatMap(({ records, name }): LineSuggestion[] => {
    const exact = records.filter(({ balanceCents }) => balanceCents === line.openCents);
    const [only] = exact;
    if (only !== undefined) {
      const certainty = isOne && exact.length === 1 ? 'likely' : 'possible';
      const why = [reasons.remembered, reasons.amountFits];
      return exact.map((one) => ({ certainty, why, parts: [payment(one)] }));
    }
    const [first] = records.filter(({ kind }) => kind === 'invoice');
    if (first !== undefined) {
      const other = otherAmount(line, [first], reasons.remembered);
      return [{ ...other, certainty: 'possible' }];
    }
    const why = [reasons.creditOfPayer];
    return [{ certainty: 'possible', why, parts: [credit(line.openCents, name)] }];
  });
}

/** Money that is no payment of a person, and gifts without a record. */
function ofBanks({ line, reading }: Matching, hasNumber: boolean): LineSuggestion[] {
  const suggestion = (
    kind: PartOf['kind'],
    certainty: Certainty,
    why: string,
    payerName = '',
  ): LineSuggestion => ({
    certainty,
    why: [why],
    parts: [part(kind, line.openCents, { payerName })],
  });
  if (hasNumber) return [];
  return [
    ...(reading.isPayout ? [suggestion('payout', 'likely', reasons.payout)] : []),
    ...(reading.isInterest ? [suggestion('charge', 'likely', reasons.interest)] : []),
    ...(reading.isReversal && reading.isCharge
      ? [suggestion('charge-back', 'possible', reasons.chargeIn)]
      : []),
    ...(reading.isGift
      ? [suggestion('new-donation', 'likely', reasons.gift, inCapitals(reading.words))]
      : []),
  ];
}

function inCapitals(words: readonly string[]): string {
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
    .slice(0, 100);
}

/** The amount alone books nothing together. */
function byAmount({ reading, world }: Matching): LineSuggestion[] {
  if (reading.isPayout) return [];
  const isMany = world.sameBalance.length > 1;
  return ranked(world.sameBalance.slice(0, mostAlike), reading, ({ record, fit }) => ({
    certainty: 'possible',
    why: [...fit.why, reasons.amountOnly, ...(isMany ? [reasons.severalAlike] : [])],
    parts: [payment(record)],
  }));
}
