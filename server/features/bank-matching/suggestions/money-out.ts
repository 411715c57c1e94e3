import { labelOf, type Payable } from '#server/features/payments/payable.ts';
import { isLikely, part, recorded } from './candidates.ts';
import { type LineReading, readLine, type TypedReference } from './read-line.ts';
import { isOfRecord, kindOf, mayMean, namedReferences, recordsOf } from './read-records.ts';
import { reasons } from './reasons.ts';
import { creditsToRefund, refunds } from './refunds.ts';
import type { EarlierLine, LineSuggestion, LineWorld, OpenLine } from './world.ts';

/** What money that left the account may be. It is never certain. product-rules 25.8. */
export function suggestOut(
  line: OpenLine,
  reading: LineReading,
  world: LineWorld,
): LineSuggestion[] {
  const paidBack = [...refunds(line, reading, world), ...creditsToRefund(line, reading, world)];
  const isRefundOnly = reading.isRefund && !reading.isReversal;
  return [
    ...(isRefundOnly && paidBack.length > 0 ? [] : reversals(line, reading, world)),
    ...paidBack,
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
  world: LineWorld,
): LineSuggestion[] {
  const numbers = namedReferences(reading);
  const fitting = world.earlier.filter(({ payments }) => {
    const cents = payments.reduce((sum, one) => sum + one.amountCents - one.feeCents, 0);
    return payments.length > 0 && cents === openCents;
  });
  // A number in the text says more than the amount.
  const ofNumbers = fitting.filter((one) => hasNumber(numbers, one, mayMean));
  // A refund is no returned payment. It may be of this payer.
  const isRefund = reading.isRefund && !reading.isReversal;
  const named = (numbers.length === 0 ? fitting : ofNumbers).filter(
    (one) => !isRefund || hasSameReference(reading, one),
  );
  if (named.length === 0) return withoutPayment(openCents, reading, world);
  return named
    .map((before): LineSuggestion => {
      const isSame = hasSameReference(reading, before);
      const why = [
        reasons.takesBack(before.day),
        ...(isSame ? [reasons.sameReference] : []),
        ...(reading.isReversal ? [reasons.reversalWords] : []),
      ];
      return {
        certainty: isSame && !isRefund ? 'likely' : 'possible',
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
function withoutPayment(
  cents: number,
  reading: LineReading,
  { cameIn, numbered, payments }: LineWorld,
): LineSuggestion[] {
  const [reference] = namedReferences(reading);
  if (reference === undefined) return [];
  const pair = cameIn.find((one) => hasNumber([reference], { ...one, payments: [] }, isOfRecord));
  // Otherwise it may be the number of a supplier.
  const isOurs = reference.certainty === 'checked' || reading.isReversal || reading.isRefund;
  if (!isOurs && pair === undefined) return [];
  const [record] = recordsOf({ world: { numbered } }, [reference]);
  const why = [
    record === undefined
      ? reasons.noPayment(typedLabel(reference))
      : whyNoPayment(record, cents, payments),
    ...(pair === undefined ? [] : [reasons.cameIn(pair.day)]),
  ];
  return [{ certainty: 'none', why, parts: [] }];
}

function whyNoPayment(record: Payable, cents: number, payments: LineWorld['payments']): string {
  const label = labelOf(record);
  const undoneOn = payments.find(
    (one) => one.recordId === record.id && one.amountCents === cents && one.undoneOn !== null,
  )?.undoneOn;
  if (undoneOn != null) return reasons.undoneBefore(label, undoneOn);
  const isUnpaid = record.state === 'open' && record.balanceCents === record.amountCents;
  return isUnpaid ? reasons.notPaid(label) : reasons.noPayment(label);
}

/** A number is printed with five digits. A shorter one at the end may be cut, so it is shown as it was typed. */
function typedLabel({ kind, number, certainty, digits, text }: TypedReference): string {
  const isWhole = certainty !== 'cut' || digits.length >= 5;
  return kind !== null && number !== null && isWhole
    ? labelOf({ kind: kindOf[kind], number })
    : text.trim();
}

/** A number that both have, or the number of the record that was paid. */
function hasNumber(
  references: readonly TypedReference[],
  before: Pick<EarlierLine, 'text' | 'reference' | 'payments'>,
  fits: typeof mayMean,
): boolean {
  const paid = before.payments.flatMap(({ record }) => record ?? []);
  const typed = readLine(before).references;
  return references.some(
    (reference) =>
      paid.some((record) => fits(reference, record)) ||
      typed.some(
        ({ kind, number }) =>
          number !== null &&
          number === reference.number &&
          (kind === reference.kind || kind === null || reference.kind === null),
      ),
  );
}

/** A number, or the same payer. */
function hasSameReference(reading: LineReading, before: EarlierLine): boolean {
  if (hasNumber(reading.references, before, isOfRecord)) return true;
  const then = readLine(before);
  return reading.payerKey !== null && reading.payerKey === then.payerKey;
}
