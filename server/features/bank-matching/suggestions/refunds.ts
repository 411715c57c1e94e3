import type { Payable } from '#server/features/payments/payable.ts';
import { part } from './candidates.ts';
import { nameFit } from './name-fit.ts';
import { type LineReading, nameKey } from './read-line.ts';
import { mayMean, namedReferences } from './read-records.ts';
import { reasons } from './reasons.ts';
import type { LineSuggestion, LineWorld, OpenLine, RefundableCredit } from './world.ts';

/** A reference that was typed beside a payment or a refund. Shorter ones are in many texts. */
const shortestReference = 4;

/** Most credits of one line. The smallest is nearest to its amount. */
const mostCredits = 3;

interface Origin {
  reference: string;
  payerName: string;
  record: Pick<Payable, 'kind' | 'number'> | null;
}

/** Refunds that were recorded and that no line is matched with. */
export function refunds(line: OpenLine, reading: LineReading, world: LineWorld): LineSuggestion[] {
  const named = namedReferences(reading);
  return world.refunds.flatMap((refund): LineSuggestion[] => {
    const { useId, usedOn, refundedBy, payerName } = refund;
    const isFitting = isInText(line, reading, refund);
    // The text names another record.
    if (named.length > 0 && refund.record !== null && !isFitting) return [];
    // Another method leaves another account. A line of the bank is then cash that was drawn for it, or something else.
    const isOnlyOne =
      refundedBy === 'EFT' && world.refunds.length === 1 && named.length === 0 && !reading.isCharge;
    return [
      {
        certainty: isFitting || isOnlyOne ? 'likely' : 'possible',
        why: [reasons.refund(usedOn, refundedBy), ...(isFitting ? [reasons.refundFits] : [])],
        parts: [part('refund', line.openCents, { targetId: useId, payerName })],
      },
    ];
  });
}

/** Open credits that the line may have paid back. Nothing is chosen: the refund is recorded first. */
export function creditsToRefund(
  line: OpenLine,
  reading: LineReading,
  world: LineWorld,
): LineSuggestion[] {
  if (!reading.isRefund || world.refunds.length > 0) return [];
  const fitting = world.credits.filter((credit) => isInText(line, reading, credit));
  const scores = fitting.map((credit) => scoreOf(credit, reading));
  const best = Math.max(...scores);
  const credits = fitting
    .filter((_, place) => scores[place] === best)
    .toSorted((one, other) => one.cents - other.cents)
    .slice(0, mostCredits);
  if (credits.length === 0) return [];
  return [{ certainty: 'none', why: [reasons.openCredit], parts: [], credits }];
}

/** Its record, its reference or the surname of its payer. A number of another record excludes it. */
function isInText(line: OpenLine, reading: LineReading, { reference, payerName, record }: Origin) {
  const named = namedReferences(reading);
  if (named.length > 0 && record !== null) return named.some((one) => mayMean(one, record));
  const typed = nameKey(reference);
  const isTyped =
    typed.length >= shortestReference && nameKey(`${line.text} ${line.reference}`).includes(typed);
  return isTyped || nameFit(namesOf(payerName), reading).isNamed;
}

/** A number says more than a name. */
function scoreOf({ payerName, record }: RefundableCredit, reading: LineReading): number {
  const isNumber = record !== null && namedReferences(reading).some((one) => mayMean(one, record));
  return isNumber ? Infinity : nameFit(namesOf(payerName), reading).score;
}

function namesOf(payerName: string) {
  const names = payerName.split(' ');
  return { firstName: names.length > 1 ? (names[0] ?? '') : '', lastName: names.at(-1) ?? '' };
}
