import { addDays } from '#contract/calendar.ts';
import { labelOf, type Payable } from '#server/features/payments/payable.ts';
import { recorded } from './candidates.ts';
import { nameFit } from './name-fit.ts';
import { nameKey, readLine } from './read-line.ts';
import { clearReferences, type Matching, namesRecord, recordsOf } from './read-records.ts';
import { reasons } from './reasons.ts';
import {
  daysBesides,
  isOnePayer,
  type LineSuggestion,
  type LineWorld,
  type OpenLine,
  type PaymentOfRecord,
} from './world.ts';

/** A bank's text of this length beside a payment is hardly in another line by chance. */
const shortestText = 5;

/** Why a payment that was recorded by hand is of this line: by its record, the text beside it, or its payer's name. */
export function fitByHand(
  matching: Matching,
  { record, bankReference, payerName }: LineWorld['byHand'][number],
): string | null {
  const { line, reading } = matching;
  const read = recordsOf(matching, reading.references);
  if (record !== null && read.some((one) => one.id === record.id || isOnePayer(one, record))) {
    return reasons.byHandFits;
  }
  const typed = nameKey(bankReference);
  const isTyped = nameKey(`${line.text} ${line.reference}`).includes(typed);
  if (typed.length >= shortestText && isTyped && saysMore(bankReference)) return reasons.byHandText;
  const lastName = payerName.split(/\s+/).at(-1) ?? '';
  const { isNamed } = nameFit(record ?? { firstName: '', lastName }, reading);
  return isNamed ? reasons.surname : null;
}

/** More than "membership", which anybody types. */
function saysMore(bankReference: string): boolean {
  const { words, references } = readLine({ text: bankReference, reference: '' });
  return words.length > 0 || references.length > 0;
}

export function byHandReason(
  { openCents }: OpenLine,
  { amountCents, paidOn }: LineWorld['byHand'][number],
): string {
  const feeCents = amountCents - openCents;
  return feeCents === 0
    ? reasons.byHand(paidOn)
    : reasons.byHandLessFee(amountCents, paidOn, feeCents);
}

/** The money was recorded before the statement came. */
export function recordedByHand(matching: Matching): LineSuggestion[] {
  const { line, world } = matching;
  const isNumbered = namesRecord(matching);
  return world.byHand
    .filter(({ amountCents }) => amountCents >= line.openCents)
    .map((one): LineSuggestion => {
      const fit = fitByHand(matching, one);
      // A number in the text says more than a surname.
      const isFitting = fit !== null && !(isNumbered && fit === reasons.surname);
      const amountCents = line.openCents;
      const feeCents = one.amountCents - amountCents;
      const why = [byHandReason(line, one), ...(fit === null ? [] : [fit])];
      return {
        certainty: isFitting ? 'likely' : 'possible',
        why,
        parts: [{ ...recorded('recorded', { ...one, amountCents }), feeCents }],
      };
    });
}

/** Payments by hand of what clear references name, on any day, if they make up the line together. */
export function recordedOfRead(matching: Matching): LineSuggestion[] {
  const { line, reading } = matching;
  const all = byHandOf(matching, recordsOf(matching, clearReferences(reading)));
  const alike = all.filter(({ amountCents }) => amountCents === line.openCents);
  return (alike.length > 0 ? alike.map((one) => [one]) : [all])
    .filter((group) => group.reduce((sum, one) => sum + one.amountCents, 0) === line.openCents)
    .map((group) => ({
      certainty: group.every((one) => mayBe(line, one)) ? 'likely' : 'possible',
      why: byHandInWords(group),
      parts: group.map((one) => recorded('recorded', one)),
    }));
}

type ByHand = PaymentOfRecord & { record: Payable };

/** The payments by hand of these records that no line is matched with. */
export function byHandOf({ world }: Matching, records: readonly Payable[]): ByHand[] {
  return world.payments
    .filter(({ undoneOn }) => undoneOn === null)
    .flatMap((one) => {
      const record = records.find(({ id }) => id === one.recordId);
      return record === undefined ? [] : [{ ...one, record }];
    });
}

/** Payments that the reasons name. */
const mostNamed = 3;

export function byHandInWords(payments: readonly ByHand[]): string[] {
  return payments
    .slice(0, mostNamed)
    .map(({ record, amountCents, paidOn }) =>
      reasons.byHandOf(labelOf(record), amountCents, paidOn),
    );
}

/** Money that was recorded by hand may be in the books already. One press must not keep it as a credit, too. */
export function unlessByHand(
  suggestion: LineSuggestion,
  payments: readonly ByHand[],
): LineSuggestion {
  const hasCredit = suggestion.parts.some(({ kind }) => kind === 'credit');
  if (!hasCredit || payments.length === 0) return suggestion;
  const why = [...suggestion.why, ...byHandInWords(payments), reasons.ifByHand];
  return { ...suggestion, certainty: 'possible', why };
}

/** Money is recorded with the day of the bank or a later one, often that of the recording, and hardly with an earlier one. */
export function mayBe({ day }: OpenLine, { paidOn }: Pick<PaymentOfRecord, 'paidOn'>): boolean {
  return paidOn >= addDays(day, -daysBesides);
}
