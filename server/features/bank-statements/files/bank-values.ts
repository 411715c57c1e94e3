import { bankTexts } from '#contract/bank-statements/texts.ts';
import { type Day, isDay } from '#contract/days.ts';
import { BadFileError } from '#server/platform/spreadsheets/bad-file.ts';
import { months } from '#server/platform/spreadsheets/values/read-day.ts';
import { gaps, lostDigits, withPoint } from '#server/platform/spreadsheets/values/read-number.ts';
import {
  noValue,
  quoted,
  type ReadValue,
} from '#server/platform/spreadsheets/values/read-value.ts';

/** Cents. Ten thousand million rand. */
const mostCents = 1_000_000_000_000;

/**
 * Signed cents: `-41.6`, `(1,150.00)`, `150.00-`, `R15 000.00`, `12 000,00 Dr`. A dash alone is no amount. A number that a
 * spreadsheet has shortened is refused.
 */
export function readCents(text: string): ReadValue<number> {
  const cell = text.trim();
  const lost = lostDigits(cell.replace(/^[-+]/, ''));
  if (lost !== null) return { problem: lost };
  let bare = cell.replaceAll(gaps, '');
  if (bare === '' || /^[-−–]$/.test(bare)) return noValue;
  let sign = 1;
  const take = (pattern: RegExp, negates: boolean) => {
    if (!pattern.test(bare)) return;
    bare = bare.replace(pattern, '');
    if (negates) sign = -sign;
  };
  if (/^\(.*\)$/.test(bare)) {
    bare = bare.slice(1, -1);
    sign = -1;
  }
  if (/^[^-−]*dr\.?$/i.test(bare)) sign = -sign;
  take(/[cd]r\.?$/i, false);
  take(/[-−]$/, true);
  take(/^(ZAR|R)(?=[-−+\d.,])/i, false);
  take(/^[-−]/, true);
  take(/^\+/, false);
  take(/^(ZAR|R)(?=[\d.,])|ZAR$/i, false);
  const number = Number(withPoint(bare));
  if (bare === '' || /[^\d.,]/.test(bare) || !/\d/.test(bare) || Number.isNaN(number)) {
    return { problem: `${quoted(cell)} is not an amount.` };
  }
  const cents = Math.round(number * 100);
  // A spreadsheet can have 350.00000000000006.
  if (Math.abs(number * 100 - cents) > 1e-4) {
    return { problem: `${quoted(cell)} has more than two decimals.` };
  }
  if (cents > mostCents) return { problem: `${quoted(cell)} is too large for an amount.` };
  return { value: cents === 0 ? 0 : sign * cents };
}

/** The order is fixed for a bank: it is never guessed. `dM` has no year. */
export type DayFormat = 'ymd' | 'dmy' | 'mdy' | 'dMy' | 'dM';

const patterns: Readonly<Record<DayFormat, RegExp>> = {
  ymd: /^(?:(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})|0?(?<y>\d{4})(?<m>\d{2})(?<d>\d{2}))$/,
  dmy: /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/,
  mdy: /^(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/,
  dMy: /^(?<day>\d{1,2})[ -]?(?<month>[a-z]+)\.?[ -]?(?<year>\d{4}|\d{2})$/i,
  dM: /^(?<day>\d{1,2})[ -]?(?<month>[a-z]+)\.?$/i,
};
const timeOfDay = /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$/;

export interface Period {
  from: Day | null;
  to: Day | null;
}

/** A day without a year gets the one with which it is in the period. */
export function readBankDay(text: string, format: DayFormat, period: Period): ReadValue<Day> {
  const cell = text.trim().replaceAll(/\s+/g, ' ');
  if (cell === '') return noValue;
  const groups = patterns[format].exec(cell.replace(timeOfDay, ''))?.groups;
  if (groups === undefined) return { problem: `${quoted(cell)} is not a date of this layout.` };
  const written = groups.month ?? groups.m ?? '';
  const month = /^\d/.test(written) ? written : (months[written.toLowerCase()] ?? 0);
  const date = groups.day ?? groups.d ?? '';
  const year = groups.year ?? groups.y;
  const years = year === undefined ? yearsOf(period) : [year.length === 2 ? `20${year}` : year];
  const days = years.map((each) => isoDay(each, month, date)).filter(isDay);
  const value = year === undefined ? days.find((day) => isWithin(day, period)) : days[0];
  if (value !== undefined) return { value };
  return {
    problem:
      year === undefined
        ? `${quoted(cell)} is not a day of the period of this statement.`
        : `${quoted(cell)} is not a day of the calendar.`,
  };
}

function yearsOf({ from, to }: Period): string[] {
  return [from, to].flatMap((day) => day?.slice(0, 4) ?? []);
}

function isWithin(day: Day, { from, to }: Period): boolean {
  return (from === null || day >= from) && (to === null || day <= to);
}

function isoDay(year: string, month: number | string, date: string): string {
  return `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
}

const longestKey = 400;

/** The text by which a line is recognised again: one space, large letters, and short enough for an index. */
export function normalText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toUpperCase().slice(0, longestKey).toWellFormed();
}

/** One line that the database can store. The spaces inside it are columns of some banks, so they stay. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim();
}

/** The texts one after the other, without one that another contains. */
export function joinTexts(texts: string[]): string {
  return texts
    .filter(
      (text, at) =>
        text !== '' &&
        !texts.some((other, place) => place !== at && contains(other, text, place < at)),
    )
    .join(' ');
}

function contains(other: string, text: string, isEarlier: boolean): boolean {
  const [whole, part] = [normalText(other), normalText(text)];
  return whole.includes(part) && (whole !== part || isEarlier);
}

/** FNB writes texts in single quotation marks. */
export function unquoted(text: string): string {
  return /^'(.*)'$/.exec(text)?.[1] ?? text;
}

/** The digits of an account number. */
export function accountIn(row: number, cell: string): string {
  if (lostDigits(cell.trim()) !== null) throw new BadFileError(bankTexts.lostAccount(row));
  return /\d[\d -]{2,30}\d/.exec(cell)?.[0].replaceAll(/[ -]/g, '') ?? '';
}

/** The first and the last day. */
export function periodOf(lines: readonly { day: Day }[]): { from: Day; to: Day } {
  let [from, to] = [lines[0]?.day ?? '', lines[0]?.day ?? ''];
  for (const { day } of lines) {
    if (day < from) from = day;
    if (day > to) to = day;
  }
  return { from, to };
}
