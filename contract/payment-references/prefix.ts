import { kinds, type ReferenceKind } from './payment-reference.ts';

/** What stands before a number and says what it is. */
export interface Prefix {
  kind: ReferenceKind;
  start: number;
  isMistyped: boolean;
  /** Separated from the number by blanks only. */
  isApart: boolean;
}

const gap = '[\\s.:#/_\\-\u2010-\u2015]{0,3}';
const printed = new RegExp(
  `([il1]nv(?:oice)?|d[o0]n)(${gap})(?:(?:no|nr|num|number)${gap})?$`,
  'i',
);
const anyWord = new RegExp(`([a-z]{2,4})(${gap})$`, 'i');

/** The longest prefix that is looked for: "INVOICE NUMBER", with gaps. */
const longestPrefix = 24;

/** `readTo` is the end of the reading before. */
export function prefixBefore(text: string, start: number, readTo: number): Prefix | null {
  const before = text.slice(Math.max(readTo, start - longestPrefix), start);
  const [found, word = '', between = ''] = printed.exec(before) ?? [];
  if (found !== undefined) {
    const at = start - found.length;
    const kind = /nv/i.test(word) ? 'INV' : 'DON';
    const isApart = between !== '' && between.trim() === '';
    // "LONDON 42" is no donation.
    if (kind === 'DON' && !startsWord(text, at, readTo)) return null;
    return { kind, start: at, isMistyped: false, isApart };
  }
  const [typed, letters = '', gapAfter = ''] = anyWord.exec(before) ?? [];
  if (typed === undefined) return null;
  const at = start - typed.length;
  const kind = kinds.find((each) => isOneSlipFrom(each, letters.toUpperCase()));
  if (kind === undefined || !startsWord(text, at, readTo)) return null;
  return {
    kind,
    start: at,
    isMistyped: true,
    isApart: gapAfter !== '' && gapAfter.trim() === '',
  };
}

/** At the beginning of a word, or glued to a sender of ten letters. */
export function startsWord(text: string, at: number, readTo: number): boolean {
  if (at === readTo) return true;
  const letters = /[a-z]*$/i.exec(text.slice(Math.max(0, at - 11), at))?.[0] ?? '';
  return letters.length === 0 || letters.length === 10;
}

/** One letter wrong, missing or too many, or two neighbours swapped. */
function isOneSlipFrom(kind: ReferenceKind, typed: string): boolean {
  const without = (word: string, place: number) => word.slice(0, place) + word.slice(place + 1);
  const places = [0, 1, 2, 3];
  if (typed.length === 2) return places.some((place) => without(kind, place) === typed);
  if (typed.length === 4) return places.some((place) => without(typed, place) === kind);
  if (typed === kind) return false;
  const [a, b, c] = kind;
  const isSwapped = typed === `${b}${a}${c}` || typed === `${a}${c}${b}`;
  return isSwapped || places.some((place) => without(typed, place) === without(kind, place));
}
