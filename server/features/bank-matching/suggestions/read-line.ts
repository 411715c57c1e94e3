import { payerTextOf } from '#contract/payment-references/payer-text.ts';
import {
  readReferences,
  type ReferenceReading,
} from '#contract/payment-references/read-references.ts';
import type { OpenLine } from './world.ts';

/** A number in the text, with the digits as they were typed. */
export interface TypedReference extends ReferenceReading {
  digits: string;
  /** In upper case; '' without one. */
  letter: string;
}

/** A surname that may be in the text: several words without their gaps, or the beginning of one that was cut. */
export interface NameInText {
  key: string;
  isCut: boolean;
}

/** What the text of a line says. */
export interface LineReading {
  references: TypedReference[];
  /** Without bank's words and numbers, in small letters. */
  words: string[];
  names: NameInText[];
  /** The words of the payer, by which the payer is remembered. Null if there are too few. */
  payerKey: string | null;
  isPayout: boolean;
  isCharge: boolean;
  isInterest: boolean;
  isReversal: boolean;
  isRefund: boolean;
  isGift: boolean;
  isMembership: boolean;
}

/** Words of banks and of purposes. They are no names. */
const otherWords = new Set(
  `absa account acb adt app autobank bank banking bidvestcrs business capitec cardless cash cashfocus contact cr credit
  debit dep deposit digital direct donasie donation ebanking eft electronic ext fee fees firstrand fnb fooi from geo gift
  geskenk ib immediate inetbnk int internet interest inv invoice inward investec investecpb inter club faktuur don
  ledegeld lidgeld lidgelde skenking magtape member membership lidmaatskap money mobile nedbank netcash no ob off olympusmb on pay payaccsys payfast payment
  payments payshap payshapreceived pmt pref pymt real received ref reference refund refunded refunds renewal returned rev reversal rtc rtd sagepay
  salary scheduled send settlement sms standard stancom standardbank subs subscription swift terugbetaling time transfer trf trans
  tymebank us via zero`.split(/\s+/),
);

export function readLine({ text, reference }: Pick<OpenLine, 'text' | 'reference'>): LineReading {
  const apart = typedReferences(reference);
  const references = apart.length > 0 ? apart : typedReferences(text);
  const whole = wordsIn(text);
  const own = wordsIn(reference);
  const words = [...new Set([...whole, ...own])];
  const payerWords = own.length > 0 ? own : whole;
  const key = payerWords.join(' ').slice(0, 100).trim();
  const all = `${text} ${reference}`;
  return {
    references,
    words,
    names: namesIn(whole, isFull(text)).concat(namesIn(own, isFull(reference))),
    payerKey: key.length >= 4 && payerWords.some((word) => word.length >= 3) ? key : null,
    isPayout: /pay\s?fast/i.test(all),
    isCharge: charges.test(text.trim()) || charges.test(reference.trim()),
    isInterest: /\b(?:interest|rente)\b/i.test(all),
    isReversal: reversals.test(all),
    isRefund: refunds.test(all),
    isGift: gifts.test(all),
    isMembership: memberships.test(all),
  };
}

const charges =
  /^#|(?:^|[\s:])(?:fees?|fooi(?:e)?|s\/fee|bankkoste)\b|\bFEE[:-]|\bfee$|proof of paymt|\bcharges?\b|service fee|maintenance fee|\bvat\b/i;
// A number of the bank can stand before it.
const gifts = /(?<![a-z])don(?:at(?:ion|e)|asie)|\b(?:gift|geskenk|skenking)\b/i;
const memberships =
  /\b(?:member(?:ship)?|subs(?:cription)?|renewal|(?:lede|lid)geld(?:e)?|lidmaatskap)\b/i;
const reversals =
  /\brev(?:ersal|ersed)?\b|\breturned\b|\bret cr\b|\bunpaid\b|rtd-|no authority|backdated/i;
const refunds = /\brefund(?:ed|s)?\b|\bterugbetaling\b/i;

/** The text without accents, in small letters. */
export function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** As `text_key` of the database makes it. */
export function nameKey(text: string): string {
  return plain(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function typedReferences(text: string): TypedReference[] {
  return readReferences(text).map((reading) => {
    const [, run = '', letter = ''] = typedDigits.exec(reading.text) ?? [];
    const digits = run.replaceAll(/o/gi, '0').replaceAll(/[il]/gi, '1');
    return { ...reading, digits, letter: letter.toUpperCase() };
  });
}

/** The digits, and the letter behind them. */
const typedDigits = /([\dOIL]+)(?:[\s\-_\u2010-\u2015]*([A-Z]))?[\s\-_\u2010-\u2015]*$/i;

/** Senders whose ten letters are glued to the payer's text. */
const gluedSenders = /investecpb|bidvestcrs/gi;

function wordsIn(text: string): string[] {
  let rest = text.slice(0, payerTextOf(text).end);
  for (const { position, text: part } of readReferences(text).toReversed()) {
    rest = `${rest.slice(0, position)} ${rest.slice(position + part.length)}`;
  }
  return plain(rest.replaceAll(gluedSenders, ' '))
    .split(/[^\p{L}\p{N}'’-]+/u)
    .map((word) => word.replaceAll(/['’-]/gu, ''))
    .filter((word) => word !== '' && !/\p{N}/u.test(word) && !otherWords.has(word));
}

function isFull(text: string): boolean {
  const { end, isFullAt } = payerTextOf(text);
  return isFullAt(end);
}

/** Surnames have up to four words, such as "van der Merwe". */
const longestName = 4;
const shortestName = 3;
const shortestCut = 4;

function namesIn(words: readonly string[], isFullText: boolean): NameInText[] {
  const names: NameInText[] = [];
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + longestName); to += 1) {
      const key = words.slice(from, to).join('');
      if (key.length >= shortestName) names.push({ key, isCut: false });
      if (isFullText && to === words.length && key.length >= shortestCut) {
        names.push({ key, isCut: true });
      }
    }
  }
  return names;
}
