import type { Certainty } from '#contract/bank-matching/endpoints.ts';
import { blockersOf } from './blockers.ts';
import { noticedSlips } from './near-numbers.ts';
import { nameFit } from './name-fit.ts';
import type { LineReading, TypedReference } from './read-line.ts';
import { fitsByHand, kindOf, type Matching, recordsOf } from './read-records.ts';
import { labelOf, reasons } from './reasons.ts';
import {
  isOnePayer,
  type LineSuggestion,
  type LineWorld,
  mostAlike,
  nameOf,
  type OpenLine,
  type PartOf,
  type PayableRecord,
} from './world.ts';

/** What money that came in may be. product-rules 25.3. */
export function suggestIn(line: OpenLine, reading: LineReading, world: LineWorld) {
  const matching = { line, reading, world };
  if (!line.isRand) return [];
  const numbered = byNumber(matching);
  return [
    ...recordedByHand(matching),
    ...numbered,
    ...byName(matching),
    ...byMemory(matching),
    ...ofBanks(matching, numbered.length > 0),
    ...byAmount(matching),
  ];
}

function byNumber(matching: Matching): LineSuggestion[] {
  const { references } = matching.reading;
  const of = (certainty: TypedReference['certainty'], hasKind = true) =>
    references.filter(
      (one) =>
        one.certainty === certainty && (one.kind !== null) === hasKind && one.number !== null,
    );
  const checked = of('checked');
  const unchecked = of('unchecked');
  return [
    ...pays(matching, recordsOf(matching, checked), reasons.checked, 'certain'),
    // Both together, because payers leave the letter away on the second of two.
    ...(checked.length > 0
      ? pays(matching, recordsOf(matching, [...checked, ...unchecked]), reasons.unchecked, 'likely')
      : []),
    ...pays(matching, recordsOf(matching, unchecked), reasons.unchecked, 'likely'),
    ...of('wrong-check').flatMap((reference) => nearlyRead(matching, reference)),
    ...ofCut(matching, of('cut')),
    ...of('unchecked', false).flatMap((reference) => bareNumber(matching, reference)),
  ];
}

/** What the records that are named mean for the amount. */
function pays(
  matching: Matching,
  records: readonly PayableRecord[],
  why: (labels: readonly string[]) => string,
  best: 'certain' | 'likely',
): LineSuggestion[] {
  const { line, world } = matching;
  const open = records.filter(({ state }) => state === 'open');
  const [first] = records;
  if (first === undefined) return [];
  const labels = records.map(labelOf);
  const read = why(labels);
  if (open.length === 0) return paidAlready(matching, first, read);
  const owed = sumOf(open);
  const cents = line.openCents;
  if (owed === cents) {
    const isOne = open.length === 1;
    const fits = isOne ? reasons.amountFits : reasons.sumFits(open.map(labelOf));
    const blockers = best === 'certain' ? blockersOf({ ...matching, records: open }) : [];
    if (!open.every((record) => record === open[0] || isOnePayer(record, open[0] ?? first))) {
      blockers.push(reasons.severalPayers);
    }
    if (open.length < records.length) blockers.push(reasons.otherNumber);
    const certainty = best === 'certain' && blockers.length === 0 ? 'certain' : 'likely';
    return [{ certainty, why: [read, fits, ...blockers], parts: open.map((one) => payment(one)) }];
  }
  const exact = open.find(({ balanceCents }) => balanceCents === cents);
  if (exact !== undefined) {
    const whys = [why([labelOf(exact)]), reasons.amountFits, reasons.otherNumber];
    return [{ certainty: 'likely', why: whys, parts: [payment(exact)] }];
  }
  return [otherAmount(line, open, read), ...hintOfPerson(world, open, cents)];
}

function sumOf(records: readonly PayableRecord[]): number {
  return records.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
}

function payment(record: PayableRecord, cents = record.balanceCents): PartOf {
  const kind = record.kind === 'subscription' ? 'invoice' : 'donation';
  return { kind, amountCents: cents, record, targetId: null, payerName: '' };
}

function credit(cents: number, payerName: string): PartOf {
  return { kind: 'credit', amountCents: cents, record: null, targetId: null, payerName };
}

/** A part of what is to pay, or more than it. A donation is received whole. */
function otherAmount(line: OpenLine, open: readonly PayableRecord[], read: string): LineSuggestion {
  let left = line.openCents;
  const parts: PartOf[] = [];
  const why = [read];
  for (const record of open) {
    const isWhole = left >= record.balanceCents;
    if (left > 0 && (isWhole || record.kind === 'subscription')) {
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

/** The number is of an earlier invoice: hold the money and ask. */
function paidAlready(
  { line, world }: Matching,
  record: PayableRecord,
  read: string,
): LineSuggestion[] {
  const label = labelOf(record);
  const others = openOfPerson(world, record).filter(
    ({ balanceCents }) => balanceCents === line.openCents,
  );
  const instead: LineSuggestion[] = others.map((one) => ({
    certainty: others.length === 1 ? 'likely' : 'possible',
    why: [read, reasons.samePerson(label)],
    parts: [payment(one)],
  }));
  const held: LineSuggestion = {
    certainty: 'likely',
    why: [read, reasons.paidBefore(label)],
    parts: [credit(line.openCents, nameOf(record))],
  };
  return [...instead, held];
}

/** Of what is known: records with the amount, or with the name in the text. */
function openOfPerson(world: LineWorld, record: PayableRecord): PayableRecord[] {
  const all = [
    ...world.sameBalance,
    ...world.named,
    ...world.payers.flatMap(({ records }) => records),
  ];
  const different = new Map(all.map((one) => [one.id, one]));
  different.delete(record.id);
  return [...different.values()].filter((one) => isOnePayer(one, record));
}

/** The person has another open record with just this amount. */
function hintOfPerson(world: LineWorld, open: readonly PayableRecord[], cents: number) {
  return open.flatMap((record) =>
    openOfPerson(world, record)
      .filter(({ balanceCents }) => balanceCents === cents)
      .map((one): LineSuggestion => ({
        certainty: 'possible',
        why: [reasons.amountFits, reasons.surname],
        parts: [payment(one)],
      })),
  );
}

/** The check letter shows a mistake. What is one mistake away, with the amount. */
function nearlyRead(matching: Matching, reference: TypedReference): LineSuggestion[] {
  const { line, world, reading } = matching;
  const kind = reference.kind === null ? null : kindOf[reference.kind];
  const numbers = new Set([reference.number, ...noticedSlips(reference)]);
  const near = world.numbered.filter(
    (record) =>
      record.kind === kind &&
      record.state === 'open' &&
      numbers.has(record.number) &&
      record.balanceCents === line.openCents,
  );
  return ranked(near, reading, ({ record, fit, isAlone }) => ({
    certainty: fit.isNamed && isAlone ? 'likely' : 'possible',
    why: [reasons.wrongCheck(labelOf(record)), reasons.amountFits, ...fit.why],
    parts: [payment(record)],
  }));
}

/** With a number that was cut. It may be another one that begins alike. */
function ofCut(matching: Matching, references: readonly TypedReference[]): LineSuggestion[] {
  const { world, reading, line } = matching;
  if (references.length === 0) return [];
  const exact = recordsOf(matching, references).filter(
    ({ state, balanceCents }) => state === 'open' && balanceCents === line.openCents,
  );
  const all = [...new Map([...exact, ...world.cutOff].map((one) => [one.id, one])).values()];
  const isWhole = (record: PayableRecord) =>
    references.some(({ digits, number }) => digits.length >= 5 && number === record.number);
  return ranked(all, reading, ({ record, fit, isAlone }) => ({
    certainty: isWhole(record) || isAlone ? 'likely' : 'possible',
    why: [reasons.cut(labelOf(record)), reasons.amountFits, ...fit.why],
    parts: [payment(record)],
  }));
}

function bareNumber(matching: Matching, reference: TypedReference): LineSuggestion[] {
  const { line, reading } = matching;
  const records = recordsOf(matching, [reference]).filter(
    ({ state, balanceCents }) => state === 'open' && balanceCents === line.openCents,
  );
  return ranked(records, reading, ({ record, fit }) => ({
    certainty: fit.isNamed ? 'likely' : 'possible',
    why: [reasons.bare(labelOf(record)), reasons.amountFits, ...fit.why],
    parts: [payment(record)],
  }));
}

interface Candidate {
  record: PayableRecord;
  fit: ReturnType<typeof nameFit>;
  /** No other candidate fits as well. */
  isAlone: boolean;
}

/** Most suggestions of one kind. */
const most = 3;

/** The candidates whose payer fits the text best, first. */
function ranked(
  records: readonly PayableRecord[],
  reading: LineReading,
  suggestionOf: (candidate: Candidate) => LineSuggestion,
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

/** The surname with the amount, or with another amount. */
function byName({ line, reading, world }: Matching): LineSuggestion[] {
  const exact = world.named.filter(({ balanceCents }) => balanceCents === line.openCents);
  const suggestions = ranked(exact, reading, ({ record, fit, isAlone }) => ({
    certainty: isAlone ? 'likely' : 'possible',
    why: [...fit.why, reasons.amountFits, ...(isAlone ? [] : [reasons.severalAlike])],
    parts: [payment(record)],
  }));
  if (suggestions.length > 0) return suggestions;
  const others = world.named.filter(({ kind }) => kind === 'subscription');
  return ranked(others, reading, ({ record, fit }) => ({
    ...otherAmount(line, [record], fit.why[0] ?? reasons.surname),
    certainty: 'possible',
  }));
}

/** Who was confirmed for this payer's text before. */
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
    const [first] = records.filter(({ kind }) => kind === 'subscription');
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
  const suggestion = (kind: PartOf['kind'], certainty: Certainty, why: string): LineSuggestion => ({
    certainty,
    why: [why],
    parts: [
      {
        kind,
        amountCents: line.openCents,
        record: null,
        targetId: null,
        payerName: kind === 'new-donation' ? inCapitals(reading.words) : '',
      },
    ],
  });
  if (hasNumber) return [];
  return [
    ...(reading.isPayout ? [suggestion('payout', 'likely', reasons.payout)] : []),
    ...(reading.isInterest ? [suggestion('charge', 'likely', reasons.interest)] : []),
    ...(reading.isReversal && reading.isCharge
      ? [suggestion('charge', 'possible', reasons.chargeIn)]
      : []),
    ...(reading.isGift ? [suggestion('new-donation', 'likely', reasons.gift)] : []),
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

/** The money was recorded before the statement came. */
function recordedByHand(matching: Matching): LineSuggestion[] {
  const { line, world } = matching;
  return world.byHand
    .filter(({ amountCents }) => amountCents === line.openCents)
    .map((one): LineSuggestion => {
      const isFitting = fitsByHand(matching, one);
      const part = {
        kind: 'recorded' as const,
        amountCents: one.amountCents,
        record: one.record,
        targetId: one.id,
        payerName: one.payerName,
      };
      const why = [reasons.byHand(one.paidOn), ...(isFitting ? [reasons.byHandFits] : [])];
      return { certainty: isFitting ? 'likely' : 'possible', why, parts: [part] };
    });
}
