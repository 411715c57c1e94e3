import type { TypedReference } from './read-line.ts';

export const largestNumber = 2 ** 31 - 1;

/** A number is printed with five digits until there are 100,000. */
const printed = 5;

/** The numbers that begin as the one that was cut. Two digits at least: one alone says too little. */
export function cutRanges({ certainty, digits }: TypedReference): { from: number; to: number }[] {
  if (certainty !== 'cut' || digits.length < 2 || digits.length > printed) return [];
  if (digits.startsWith('0')) return [rangeOf(digits, printed)];
  return Array.from({ length: printed - digits.length + 1 }, (_, more) =>
    rangeOf(digits, digits.length + more),
  );
}

function rangeOf(digits: string, length: number): { from: number; to: number } {
  return { from: Number(digits.padEnd(length, '0')), to: Number(digits.padEnd(length, '9')) };
}
