import type { Certainty } from '#contract/bank-matching/endpoints.ts';
import { labelOf, type Payable } from '#server/features/payments/payable.ts';
import { recordedByHand, recordedOfRead } from './by-hand.ts';
import { byNumber } from './by-number.ts';
import {
  credit,
  isLikely,
  onlyPossible,
  otherAmount,
  part,
  payment,
  ranked,
} from './candidates.ts';
import { nameFit } from './name-fit.ts';
import type { LineReading } from './read-line.ts';
import { type Matching, namesRecord } from './read-records.ts';
import { reasons } from './reasons.ts';
import { sumsOfPayers } from './sums-of-payers.ts';
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
  const byHand = recordedByHand(matching);
  return [
    ...byHand.filter(isLikely),
    ...recordedOfRead(matching),
    ...numbered,
    ...[...byMemberNumber(matching), ...byName(matching)].map((one) =>
      namesRecord(matching) ? onlyPossible(one) : one,
    ),
    // What the text names comes before a payment with the same amount. A credit could count that one twice.
    ...byHand.filter((one) => !isLikely(one)),
    ...byMemory(matching),
    ...ofBanks(matching, numbered.length > 0),
    ...byAmount(matching),
  ];
}

/** A membership number with the amount, or with the surname. Any number can stand in the text of a bank. */
function byMemberNumber({ line, reading, world }: Matching): LineSuggestion[] {
  const owed = world.ofMembers.filter(
    (record) => record.balanceCents === line.openCents || nameFit(record, reading).isNamed,
  );
  return ranked(owed, reading, ({ record, fit }) => {
    const number = reasons.memberNumber(labelOf(record));
    if (record.balanceCents !== line.openCents) {
      return { ...otherAmount(line, [record], number), certainty: 'possible' };
    }
    const purpose = otherPurpose(reading, record);
    return {
      certainty: fit.isNamed && !fit.isOther && purpose.length === 0 ? 'likely' : 'possible',
      why: [number, ...fit.why, reasons.amountFits, ...purpose],
      parts: [payment(record)],
    };
  });
}

/** The surname with the amount, or with another amount. */
function byName({ line, reading, world }: Matching): LineSuggestion[] {
  const exact = world.named.filter(({ balanceCents }) => balanceCents === line.openCents);
  const isOther = (record: Payable) => otherPurpose(reading, record).length > 0;
  // What the text says the money is for comes first.
  const groups = [exact.filter((one) => !isOther(one)), exact.filter(isOther)];
  const suggestions = groups.flatMap((records) =>
    ranked(records, reading, ({ record, fit, isAlone }) => {
      const purpose = otherPurpose(reading, record);
      const isFitting = isAlone && !fit.isOther && purpose.length === 0;
      const several = isAlone ? [] : [reasons.severalAlike];
      return {
        certainty: isFitting ? 'likely' : 'possible',
        why: [...fit.why, reasons.amountFits, ...several, ...purpose],
        parts: [payment(record)],
      };
    }),
  );
  if (suggestions.length > 0) return suggestions;
  const others = world.named.filter(({ kind }) => kind === 'invoice');
  return [
    ...bySums(others, line, reading),
    ...ranked(others, reading, ({ record, fit }): LineSuggestion => ({
      ...otherAmount(line, [record], fit.why[0] ?? reasons.surname),
      certainty: 'possible',
    })),
  ];
}

/** Several open invoices of a payer with the surname that make up the amount. */
function bySums(
  named: readonly Payable[],
  { openCents }: OpenLine,
  reading: LineReading,
): LineSuggestion[] {
  return ranked(sumsOfPayers(named, openCents), reading, ({ record, fit, isAlone }) => {
    const { records } = record;
    const purpose = records.slice(0, 1).flatMap((one) => otherPurpose(reading, one));
    const isFitting = isAlone && !fit.isOther && purpose.length === 0;
    return {
      certainty: isFitting ? 'likely' : 'possible',
      why: [
        ...fit.why,
        reasons.sumOfPayer(records.map(labelOf)),
        ...(isAlone ? [] : [reasons.rival]),
        ...purpose,
      ],
      parts: records.map((one) => payment(one)),
    };
  });
}

/** The text says what the money is for, and the record is for something else. */
function otherPurpose({ isGift, isMembership }: LineReading, { kind }: Payable): string[] {
  if (kind === 'invoice') return isGift ? [reasons.noFee] : [];
  return isMembership && !isGift ? [reasons.noGift] : [];
}

/** The person who was confirmed for this payer's text before. */
function byMemory({ line, reading, world }: Matching): LineSuggestion[] {
  const { payers } = world;
  const isOne = payers.length === 1;
  return payers.flatMap(({ records, name }): LineSuggestion[] => {
    const exact = records.filter(({ balanceCents }) => balanceCents === line.openCents);
    const [only] = exact;
    if (only !== undefined) {
      return exact.map((one) => {
        const purpose = otherPurpose(reading, one);
        const isLikely = isOne && exact.length === 1 && purpose.length === 0;
        const why = [reasons.remembered, reasons.amountFits, ...purpose];
        return { certainty: isLikely ? 'likely' : 'possible', why, parts: [payment(one)] };
      });
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
function ofBanks({ line, reading, world }: Matching, hasNumber: boolean): LineSuggestion[] {
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
  const hasGift = world.named.some(
    ({ kind, balanceCents }) => kind === 'donation' && balanceCents === line.openCents,
  );
  return [
    ...(reading.isPayout ? [suggestion('payout', 'likely', reasons.payout)] : []),
    ...(reading.isInterest ? [suggestion('charge', 'likely', reasons.interest)] : []),
    ...((reading.isReversal || reading.isRefund) && reading.isCharge
      ? [suggestion('charge-back', 'possible', reasons.chargeIn)]
      : []),
    ...(reading.isGift
      ? [
          suggestion(
            'new-donation',
            hasGift ? 'possible' : 'likely',
            reasons.gift,
            inCapitals(reading.words),
          ),
        ]
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
