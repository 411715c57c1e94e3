import { labelOf } from '#server/features/payments/payable.ts';
import { isLikely, part, recorded } from './candidates.ts';
import { nameFit } from './name-fit.ts';
import { type LineReading, nameKey, readLine } from './read-line.ts';
import { clearReferences, kindOf } from './read-records.ts';
import { reasons } from './reasons.ts';
import type { EarlierLine, LineSuggestion, LineWorld, OpenLine } from './world.ts';

/** What money that left the account may be. It is never certain. product-rules 25.8. */
export function suggestOut(
  line: OpenLine,
  reading: LineReading,
  world: LineWorld,
): LineSuggestion[] {
  return [
    ...reversals(line, reading, world),
    ...refunds(line, reading, world),
    ...(reading.isCharge ? [charge(line)] : []),
  ];
}

function charge({ openCents }: OpenLine): LineSuggestion {
  return { certainty: 'likely', why: [reasons.charge], parts: [part('charge', openCents)] };
}

/** The payments of a line with this amount some days before. */
function reversals(
  { openCents }: OpenLine,
  reading: LineReading,
  { earlier, cameIn }: LineWorld,
): LineSuggestion[] {
  const numbers = clearReferences(reading);
  const fitting = earlier.filter(({ payments }) => {
    const cents = payments.reduce((sum, one) => sum + one.amountCents - one.feeCents, 0);
    return payments.length > 0 && cents === openCents;
  });
  // A number in the text says more than the amount.
  const named = numbers.length === 0 ? fitting : fitting.filter((one) => hasNumber(reading, one));
  if (named.length === 0) return withoutPayment(reading, cameIn);
  return named
    .map((before): LineSuggestion => {
      const isSame = hasSameReference(reading, before);
      const why = [
        reasons.takesBack(before.day),
        ...(isSame ? [reasons.sameReference] : []),
        ...(reading.isReversal ? [reasons.reversalWords] : []),
      ];
      return {
        certainty: isSame ? 'likely' : 'possible',
        why,
        // What was kept came back with it.
        parts: before.payments.map((one) => {
          const { amountCents, feeCents } = one;
          const whole = recorded('reversal', one);
          return { ...whole, amountCents: amountCents - feeCents, feeCents };
        }),
      };
    })
    .toSorted((one, other) => Number(isLikely(other)) - Number(isLikely(one)));
}

/** The text names a record that has no such payment: nothing is suggested, and the reason is said. */
function withoutPayment(reading: LineReading, cameIn: LineWorld['cameIn']): LineSuggestion[] {
  const [reference] = clearReferences(reading);
  if (reference?.number == null || reference.kind === null) return [];
  const pair = cameIn.find((one) => hasNumber(reading, { ...one, payments: [] }));
  // Otherwise it may be the number of a supplier.
  if (reference.certainty !== 'checked' && !reading.isReversal && pair === undefined) return [];
  const why = [
    reasons.noPayment(labelOf({ kind: kindOf[reference.kind], number: reference.number })),
    ...(pair === undefined ? [] : [reasons.cameIn(pair.day)]),
  ];
  return [{ certainty: 'none', why, parts: [] }];
}

/** A number that both have, or the number of the record that was paid. */
function hasNumber(
  reading: LineReading,
  before: Pick<EarlierLine, 'text' | 'reference' | 'payments'>,
): boolean {
  const numbers = reading.references.flatMap(({ number }) => number ?? []);
  const paid = before.payments.flatMap(({ record }) => record?.number ?? []);
  const typed = readLine(before).references.flatMap(({ number }) => number ?? []);
  return [...paid, ...typed].some((number) => numbers.includes(number));
}

/** A number, or the same payer. */
function hasSameReference(reading: LineReading, before: EarlierLine): boolean {
  if (hasNumber(reading, before)) return true;
  const then = readLine(before);
  return reading.payerKey !== null && reading.payerKey === then.payerKey;
}

/** A reference that was typed beside a refund. */
const shortestReference = 4;

function refunds(line: OpenLine, reading: LineReading, world: LineWorld): LineSuggestion[] {
  const text = nameKey(`${line.text} ${line.reference}`);
  return world.refunds.map((refund): LineSuggestion => {
    const { useId, usedOn, refundedBy, reference, payerName } = refund;
    const typed = nameKey(reference);
    const lastName = payerName.split(' ').at(-1) ?? '';
    const isFitting =
      (typed.length >= shortestReference && text.includes(typed)) ||
      nameFit({ firstName: '', lastName }, reading).isNamed;
    // Another method leaves another account. A line of the bank is then cash that was drawn for it, or something else.
    const isOnlyOne = refundedBy === 'EFT' && world.refunds.length === 1 && !reading.isCharge;
    return {
      certainty: isFitting || isOnlyOne ? 'likely' : 'possible',
      why: [reasons.refund(usedOn, refundedBy), ...(isFitting ? [reasons.refundFits] : [])],
      parts: [part('refund', line.openCents, { targetId: useId, payerName })],
    };
  });
}
