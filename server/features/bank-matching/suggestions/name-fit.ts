import type { Payable } from '#server/features/payments/payable.ts';
import { type LineReading, nameKey, plain } from './read-line.ts';
import { reasons } from './reasons.ts';

/** How well the payer of a record fits the names in the text. */
export interface NameFit {
  isNamed: boolean;
  /** More is better. */
  score: number;
  why: string[];
}

export function nameFit(
  { firstName, lastName }: Pick<Payable, 'firstName' | 'lastName'>,
  { names, words }: LineReading,
): NameFit {
  const surname = nameKey(lastName);
  const isNamed =
    surname.length > 0 &&
    names.some(({ key, isCut }) => (isCut ? surname.startsWith(key) : surname === key));
  if (!isNamed) return { isNamed, score: 0, why: [] };
  const first = plain(firstName).split(/[\s-]+/)[0] ?? '';
  const isFirst = first.length > 1 && words.includes(first);
  const hasInitial = words.some((word) => word.length === 1 && word === first.charAt(0));
  if (!isFirst && !hasInitial) return { isNamed, score: 1, why: [reasons.surname] };
  return { isNamed, score: isFirst ? 3 : 2, why: [reasons.surname, reasons.initial] };
}
