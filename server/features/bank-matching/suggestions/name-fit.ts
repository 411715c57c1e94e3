import type { Payable } from '#server/features/payments/payable.ts';
import { type LineReading, nameKey, plain } from './read-line.ts';
import { reasons } from './reasons.ts';

/** How well the payer of a record fits the names in the text. */
export interface NameFit {
  isNamed: boolean;
  /** More is better. */
  score: number;
  /** The text has the surname with another initial: it may be of the family. */
  isOther: boolean;
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
  if (!isNamed) return { isNamed, score: 0, isOther: false, why: [] };
  const first = plain(firstName).split(/[\s-]+/)[0] ?? '';
  const isFirst = first.length > 1 && words.includes(first);
  const initials = words.filter((word) => word.length === 1);
  if (isFirst || initials.includes(first.charAt(0))) {
    const why = [reasons.surname, reasons.initial];
    return { isNamed, score: isFirst ? 3 : 2, isOther: false, why };
  }
  const isOther = initials.length > 0 && first !== '';
  const why = [reasons.surname, ...(isOther ? [reasons.otherInitial] : [])];
  return { isNamed, score: 1, isOther, why };
}
