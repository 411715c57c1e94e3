import { checkLetter, kinds, type ReferenceKind } from './payment-reference.ts';
import { type PayerText, payerTextOf } from './payer-text.ts';
import { type Prefix, prefixBefore, startsWord } from './prefix.ts';

/**
 * - `checked`: the check letter fits. It is the number that the payer was given.
 * - `unchecked`: without a check letter, as references were once, or without a prefix.
 * - `cut`: the bank may have cut it, so that digits may be missing.
 * - `wrong-check`: with a check letter of another number. A digit or the prefix is wrong.
 */
export type Certainty = 'checked' | 'unchecked' | 'cut' | 'wrong-check';

export interface ReferenceReading {
  /** Null for a number without a prefix, unless its check letter fits one kind. */
  kind: ReferenceKind | null;
  /** Null if it was cut before a digit other than 0. */
  number: number | null;
  certainty: Certainty;
  /** The part of the bank's text. */
  text: string;
  /** Where it begins in the bank's text. */
  position: number;
}

/**
 * Every reference in a bank's text, in whatever case, with or without hyphens, blanks and zeros.
 * It takes time in proportion to the text and throws for none. product-rules 6.36.
 */
export function readReferences(text: string): ReferenceReading[] {
  const payer = payerTextOf(text);
  const readings: ReferenceReading[] = [];
  let readTo = 0;
  for (const { 0: run, index } of text.matchAll(digitRuns)) {
    const reading = readRun(text, { run, index, readTo, payer });
    // "INV-OIL" is a reference only with the right check letter.
    if (reading === null || !(/\d/.test(run) || reading.certainty === 'checked')) continue;
    readings.push(reading);
    readTo = reading.position + reading.text.length;
  }
  const cut = cutBeforeDigits(text, payer, readTo);
  return cut === null ? readings : [...readings, cut];
}

/** Digits, and the letters that are typed for 0 and 1. */
const digitRuns = /[\dOIL]+/gi;

interface Run {
  run: string;
  index: number;
  /** The end of the reading before. */
  readTo: number;
  payer: PayerText;
}

function readRun(text: string, { run, index, readTo, payer }: Run): ReferenceReading | null {
  const { start, end } = digitsIn(text, index, run);
  if (start >= end) return null;
  const prefix = prefixBefore(text, start, readTo);
  if (prefix === null && !isAlone(text, start, readTo)) return null;
  const number = numberIn(text.slice(start, end), prefix);
  if (number === null) return null;
  const letter = letterAfter(text, { end, payerEnd: payer.end, isBare: prefix === null });
  const isLast = letter.end >= payer.end;
  const isCut = isLast && payer.isFullAt(letter.end);
  const judged =
    prefix === null
      ? judgeBare({ number, letter, isCut, isWord: letter.value === '' && !isBoundary(text, end) })
      : judge({ number, prefix, letter, isLast, isCut });
  if (judged === null) return null;
  const { isInitial = false, ...reading } = judged;
  const position = prefix?.start ?? start;
  const last = isInitial ? end : letter.end;
  return {
    ...reading,
    number: number === 0 ? null : number,
    text: text.slice(position, last),
    position,
  };
}

interface Judged extends Pick<ReferenceReading, 'kind' | 'certainty'> {
  /** The letter is the initial of a name. */
  isInitial?: boolean;
}

interface WithPrefix {
  number: number;
  prefix: Prefix;
  letter: Letter;
  isLast: boolean;
  isCut: boolean;
}

function judge({ number, prefix, letter, isLast, isCut }: WithPrefix): Judged | null {
  const { kind } = prefix;
  // Zeros only: the other digits were cut, or it is no number.
  if (number === 0) return isLast ? { kind, certainty: 'cut' } : null;
  if (letter.value === '') {
    // Without a check letter, "IN 42" is any number.
    return {
      kind: prefix.isMistyped ? null : kind,
      certainty: isCut || letter.isHyphen ? 'cut' : 'unchecked',
    };
  }
  if (letter.isApart && isCut) return { kind, certainty: 'cut' };
  // "INV-00042 J SMITH": the hyphen is there, so the letter after a blank is an initial, also if it fits.
  const isInitial = letter.isApart && !prefix.isApart && !isLast;
  if (isInitial) return { kind, certainty: 'unchecked', isInitial };
  return {
    kind,
    certainty: letter.value === checkLetter(kind, number) ? 'checked' : 'wrong-check',
  };
}

interface Bare {
  number: number;
  letter: Letter;
  isCut: boolean;
  /** Letters follow, as in "16H58". */
  isWord: boolean;
}

/** A number without a prefix is never certain, also if a check letter follows it. */
function judgeBare({ number, letter, isCut, isWord }: Bare): Judged | null {
  const kind = kinds.find((each) => checkLetter(each, number) === letter.value) ?? null;
  // "12B" is a flat.
  const isFlat = letter.value !== '' && kind === null;
  return isWord || isFlat ? null : { kind, certainty: isCut ? 'cut' : 'unchecked' };
}

/** Without letters that belong to a word: "42 OLGA", "42INV-00043", "NO42". */
function digitsIn(text: string, index: number, run: string): { start: number; end: number } {
  const isPartOfWord =
    /[a-z]/i.test(text.charAt(index - 1)) && prefixBefore(text, index, 0) === null;
  const first = isPartOfWord ? `${run}0`.search(/\d/) : 0;
  const end = index + run.length;
  const next = text.slice(end, end + 2);
  const isWordAfter = /^[a-z]{2}/i.test(next) && !appended.test(text.slice(end + 1, end + 25));
  const last = isWordAfter ? run.search(/\d\D*$/) + 1 : run.length;
  return { start: index + first, end: index + last };
}

/** The largest number of a record. */
const largest = 2 ** 31 - 1;

/** A longer number without a prefix is an account or a telephone. */
const longestAlone = 7;

function numberIn(digits: string, prefix: Prefix | null): number | null {
  const number = Number(digits.replaceAll(/o/gi, '0').replaceAll(/[il]/gi, '1'));
  if (prefix === null && (number === 0 || digits.length > longestAlone)) return null;
  return number > largest ? null : number;
}

/** Whether a number can begin here: not in a date, an amount, or the number of something else. */
function isAlone(text: string, start: number, readTo: number): boolean {
  if (start === 0 || (readTo > 0 && start - readTo <= 1)) return true;
  return /^(?:.?[\s;&+()]|\D,|,)$/s.test(text.slice(Math.max(0, start - 2), start));
}

function isBoundary(text: string, end: number): boolean {
  return /^(?:$|[\s;&+()]|,(?!\d))/.test(text.slice(end, end + 2));
}

/** What a bank or the payer writes directly behind a reference: the kind, or another reference. */
const appended = /^(?:(?:payment|transfer|salary)\s{0,9}\d{10}|(?:inv|don)[-\s]?\d)/i;

interface Letter {
  /** In upper case; '' if there is none. */
  value: string;
  /** The end of the reading. */
  end: number;
  /** Separated from the number by blanks only. */
  isApart: boolean;
  /** No letter, but a hyphen that ends the payer's text. */
  isHyphen: boolean;
}

interface AfterNumber {
  end: number;
  payerEnd: number;
  isBare: boolean;
}

/** A letter that stands alone, or before what the bank has appended. */
function letterAfter(text: string, { end, payerEnd, isBare }: AfterNumber): Letter {
  const after = text.slice(end, end + 28);
  const separator = /^[\s\-_\u2010-\u2015]{0,3}/.exec(after)?.[0] ?? '';
  const letter = after.charAt(separator.length);
  const rest = after.slice(separator.length + 1);
  const isApart = separator !== '' && separator.trim() === '';
  const isLetter =
    /[a-z]/i.test(letter) &&
    (!/^[a-z0-9'’]/i.test(rest) || appended.test(rest)) &&
    !(isBare && isApart);
  if (isLetter) {
    return {
      value: letter.toUpperCase(),
      end: end + separator.length + 1,
      isApart,
      isHyphen: false,
    };
  }
  const isHyphen = end + 1 === payerEnd && /^[-_\u2010-\u2015]/.test(separator);
  return { value: '', end: isHyphen ? payerEnd : end, isApart: false, isHyphen };
}

/** "… INV-": cut before the first digit. */
function cutBeforeDigits(text: string, payer: PayerText, readTo: number): ReferenceReading | null {
  const last = text.slice(Math.max(readTo, payer.end - 6), payer.end);
  const [found, word = ''] = /(inv|don)[\s-]{0,2}$/i.exec(last) ?? [];
  if (found === undefined) return null;
  const position = payer.end - found.length;
  const isCut = found.endsWith('-') || payer.isFullAt(payer.end);
  if (!isCut || !startsWord(text, position, readTo)) return null;
  const kind = word.toUpperCase() === 'INV' ? 'INV' : 'DON';
  return { kind, number: null, certainty: 'cut', text: found, position };
}
