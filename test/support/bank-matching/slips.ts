import { checkLetter, paymentReference } from '#contract/payment-references/payment-reference.ts';
import { mangled, type World } from './bank-texts.ts';
import type { KnownRecord, Random } from './known-world.ts';

interface Slip {
  reference: string;
  /** Of another record of the same amount. */
  isOther?: boolean;
}

/** What makes a reference wrong. */
export const slips: ((record: KnownRecord, world: World) => Slip)[] = [
  (record, { random }) =>
    changed(record, random, (digits, at) => {
      const digit = (Number(digits.charAt(at)) + 1 + random.below(9)) % 10;
      return digits.slice(0, at) + digit + digits.slice(at + 1);
    }),
  (record, { random }) =>
    changed(record, random, (digits, at) =>
      at + 1 < digits.length
        ? digits.slice(0, at) + digits.charAt(at + 1) + digits.charAt(at) + digits.slice(at + 2)
        : digits.slice(0, at) + ((Number(digits.charAt(at)) + 1) % 10),
    ),
  (record, { random }) =>
    changed(record, random, (digits, at) => digits.slice(0, at) + digits.slice(at + 1)),
  (record, { random }) =>
    changed(record, random, (digits, at) => digits.slice(0, at + 1) + digits.slice(at)),
  ({ number }) => ({ reference: paymentReference('INV', number).replace('INV', 'DON') }),
  ({ number }, { random }) => {
    const letters = 'ACEFHJKMNPRTUVWXY'.replace(checkLetter('INV', number), '');
    const wrong = random.pick(Array.from(letters));
    return { reference: paymentReference('INV', number).replace(/.$/, wrong) };
  },
  (record, { random, records }) => {
    const others = records.filter(
      (one) =>
        one.state === 'open' &&
        one.kind === 'INV' &&
        one.cents === record.cents &&
        one.lastName !== record.lastName &&
        one.email !== record.email,
    );
    if (others.length === 0) return { reference: mangled(record, random) };
    return { reference: mangled(random.pick(others), random), isOther: true };
  },
  (_, { random, records }) => {
    const paid = records.filter((one) => one.state === 'paid' && one.kind === 'INV');
    return { reference: mangled(random.pick(paid), random), isOther: true };
  },
];

/** Digits with the zeros that are printed, or without them. The letter stays. */
function changed(
  { number }: KnownRecord,
  random: Random,
  change: (digits: string, at: number) => string,
): Slip {
  const letter = checkLetter('INV', number);
  const digits = random.next() < 0.5 ? String(number) : String(number).padStart(5, '0');
  // A zero in front is no digit of the number.
  const first = digits.search(/[1-9]/);
  const at = first + random.below(digits.length - first);
  return { reference: `INV-${change(digits, at)}-${letter}` };
}
