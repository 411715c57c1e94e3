import { closedAs, labelOf, type Payable } from '#server/features/payments/payable.ts';
import { blockersOf, otherNamed } from './blockers.ts';
import { byHandInWords, byHandOf, mayBe, unlessByHand } from './by-hand.ts';
import {
  credit,
  isLikely,
  onlyPossible,
  otherAmount,
  payment,
  ranked,
  sumOf,
} from './candidates.ts';
import { noticedSlips } from './near-numbers.ts';
import type { TypedReference } from './read-line.ts';
import { closedInText, kindOf, type Matching, recordsOf } from './read-records.ts';
import { reasons } from './reasons.ts';
import { isOnePayer, type LineSuggestion, type LineWorld, nameOf } from './world.ts';

/** What the numbers in the text mean for the amount. product-rules 25.3. */
export function byNumber(matching: Matching): LineSuggestion[] {
  const { references } = matching.reading;
  const of = (certainty: TypedReference['certainty'], hasKind = true) =>
    references.filter(
      (one) =>
        one.certainty === certainty && (one.kind !== null) === hasKind && one.number !== null,
    );
  const checked = of('checked');
  const unchecked = of('unchecked');
  // All together first, because payers leave the letter away on the second of two.
  const all = checked.length > 0 ? [...checked, ...unchecked] : [];
  return [
    ...fittingFirst(matching, [
      ...pays(matching, recordsOf(matching, checked), reasons.checked, 'certain'),
      ...pays(matching, recordsOf(matching, all), reasons.unchecked, 'likely'),
      ...pays(matching, recordsOf(matching, unchecked), reasons.unchecked, 'likely'),
      ...withCut(matching, [...checked, ...unchecked], of('cut')),
    ]),
    ...of('wrong-check').flatMap((reference) => nearlyRead(matching, reference)),
    ...ofCut(matching, of('cut')),
    ...of('unchecked', false).flatMap((reference) => bareNumber(matching, reference)),
  ];
}

/** Where the amount is just what is to pay, a part, a rest and a credit are only possible. */
function fittingFirst({ line }: Matching, suggestions: LineSuggestion[]): LineSuggestion[] {
  const isFitting = ({ parts }: LineSuggestion) =>
    sumOf(parts.flatMap(({ record }) => record ?? [])) === line.openCents;
  const isFound = suggestions.some(
    (one) => isFitting(one) && (one.certainty === 'certain' || isLikely(one)),
  );
  return suggestions.map((one) => (isFound && !isFitting(one) ? onlyPossible(one) : one));
}

/** The last number may be whole although the bank may have cut it, if it is as long as the others, and all fit together. */
function withCut(
  matching: Matching,
  clear: readonly TypedReference[],
  cut: readonly TypedReference[],
): LineSuggestion[] {
  const longest = Math.max(...clear.map(({ digits }) => digits.length));
  const isWhole = cut.every(({ digits }) => digits.length >= longest);
  const records = recordsOf(matching, [...clear, ...cut]);
  const isAll = records.every(({ state }) => state === 'open');
  if (!isWhole || clear.length === 0 || !isAll || records.length < clear.length + cut.length) {
    return [];
  }
  if (cut.length === 0 || sumOf(records) !== matching.line.openCents) return [];
  return pays(matching, records, reasons.unchecked, 'likely');
}

/** What the records that are named mean for the amount. If another name fits better, no press of one button books it. */
function pays(
  matching: Matching,
  records: readonly Payable[],
  why: (labels: readonly string[]) => string,
  best: 'certain' | 'likely',
): LineSuggestion[] {
  const suggestions = paysInText(matching, records, why, best);
  const other = records.length === 0 ? undefined : otherNamed({ ...matching, records });
  if (other === undefined) return suggestions;
  return suggestions.map((one) => onlyPossible(one, reasons.otherName(labelOf(other))));
}

function paysInText(
  matching: Matching,
  records: readonly Payable[],
  why: (labels: readonly string[]) => string,
  best: 'certain' | 'likely',
): LineSuggestion[] {
  const { line, world } = matching;
  const open = records.filter(({ state }) => state === 'open');
  const [first] = records;
  if (first === undefined) return [];
  const labels = records.map(labelOf);
  const read = why(labels);
  if (open.length === 0) return paidAlready(matching, records, read);
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
  const other = unlessByHand(otherAmount(line, open, read), byHandOf(matching, records));
  const closed = closedInText(matching);
  const whys = [...other.why, reasons.closedToo(closed)];
  return [
    closed.length === 0 ? other : onlyPossible({ ...other, why: whys }),
    ...hintOfPerson(world, open, cents),
  ];
}

/** The number is of an earlier invoice: hold the money and ask. */
function paidAlready(
  matching: Matching,
  records: readonly Payable[],
  read: string,
): LineSuggestion[] {
  const { line, world } = matching;
  const [record] = records;
  if (record === undefined) return [];
  const byHand = byHandOf(matching, records);
  const twice = world.earlier.find(
    ({ isLine, payments }) => isLine && payments.some((one) => one.record?.id === record.id),
  );
  const others = openOfPerson(world, record).filter(
    ({ balanceCents }) => balanceCents === line.openCents,
  );
  const instead: LineSuggestion[] = others.map((one) => ({
    certainty:
      others.length === 1 && !byHand.some((payment) => mayBe(line, payment))
        ? 'likely'
        : 'possible',
    why: [read, reasons.samePerson(closedAs(record)), ...byHandInWords(byHand)],
    parts: [payment(one)],
  }));
  const held: LineSuggestion = {
    certainty: 'likely',
    why: [
      read,
      reasons.paidBefore(records.map(closedAs)),
      ...(twice === undefined ? [] : [reasons.bookedLine(twice.day)]),
    ],
    parts: [credit(line.openCents, nameOf(record))],
  };
  const ifPaid = unlessByHand(held, byHand);
  return [...instead, instead.some(isLikely) ? onlyPossible(ifPaid) : ifPaid];
}

/** Of what is known: records with the amount, or with the name in the text. */
function openOfPerson(world: LineWorld, record: Payable): Payable[] {
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
function hintOfPerson(world: LineWorld, open: readonly Payable[], cents: number) {
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

/** The check letter shows a mistake: records that are one mistake away and have the amount. */
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
  const named = recordsOf(matching, references);
  const exact = named.filter(
    ({ state, balanceCents }) => state === 'open' && balanceCents === line.openCents,
  );
  const all = [...new Map([...exact, ...world.cutOff].map((one) => [one.id, one])).values()];
  const isWhole = (record: Payable) =>
    references.some(({ digits, number }) => digits.length >= 5 && number === record.number);
  const suggestions = ranked(all, reading, ({ record, fit, isAlone }) => ({
    certainty: isWhole(record) || isAlone ? 'likely' : 'possible',
    why: [cutReason(references, record), reasons.amountFits, ...fit.why],
    parts: [payment(record)],
  }));
  // A part of it, or more than it: neither the number nor the amount is proved.
  const others = named
    .filter((record) => !all.includes(record))
    .flatMap((record) => pays(matching, [record], () => cutReason(references, record), 'likely'))
    .map((one): LineSuggestion => ({ ...one, certainty: 'possible' }));
  return [...suggestions, ...others];
}

function cutReason(references: readonly TypedReference[], record: Payable): string {
  const isNumber = references.some(({ number }) => number === record.number);
  return isNumber ? reasons.cutWhole(labelOf(record)) : reasons.cut(labelOf(record));
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
