import { type Day, isDay } from '#contract/days.ts';
import { dayOfSerial } from '../number-format.ts';
import { noValue, quoted, type ReadValue } from './read-value.ts';

export const months: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['jan', 'january', 'januarie'],
    ['feb', 'february', 'februarie'],
    ['mar', 'march', 'mrt', 'maart'],
    ['apr', 'april'],
    ['may', 'mei'],
    ['jun', 'june', 'junie'],
    ['jul', 'july', 'julie'],
    ['aug', 'august', 'augustus'],
    ['sep', 'sept', 'september'],
    ['oct', 'october', 'okt', 'oktober'],
    ['nov', 'november'],
    ['dec', 'december', 'des', 'desember'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1])),
);

/** A date cell of another program may have a time of day. */
const time = String.raw`(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${time}$`, 'i');
const dayFirst = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${time}$`, 'i');
const named = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]+)\.?,?[ -](\d{4})$/i;
const namedFirst = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;
const twoDigitYear = /^(\d{1,2}[-/. ](\d{1,2}|[a-z]+)[-/. ])'?(\d{2})$/i;

/** The first and last day that a bare number of five digits can be: 1927 to 2099. */
const firstSerial = 10_000;
const lastSerial = 73_050;

/** A day from the ways in which people and programs write it. The day comes before the month. */
export function readDay(text: string): ReadValue<Day> {
  const cell = text.trim().replaceAll(/\s+/g, ' ');
  if (cell === '') return noValue;
  const [, isoYear, , isoMonth, isoDate] = yearFirst.exec(cell) ?? [];
  if (isoYear !== undefined) return checkedDay(cell, isoYear, Number(isoMonth), isoDate);
  const [, date, , month, year] = dayFirst.exec(cell) ?? [];
  if (date !== undefined) return readDayFirst(cell, date, month ?? '', year ?? '');
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(cell);
  if (compact !== null) return checkedDay(cell, compact[1], Number(compact[2]), compact[3]);
  return readNamed(cell) ?? readSerial(cell) ?? { problem: notUnderstood(cell) };
}

/** The text with four digits for a year of two, so that the day is the last one until `latest`. Null for other texts. */
export function withFourDigits(text: string, latest: Day): string | null {
  const [, start, , year] = twoDigitYear.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? [];
  if (start === undefined) return null;
  const century = Number(latest.slice(0, 2));
  const late = `${start}${century}${year}`;
  const reading = readDay(late);
  const isLate = 'value' in reading && reading.value !== null && reading.value > latest;
  return isLate ? `${start}${century - 1}${year}` : late;
}

function readDayFirst(cell: string, date: string, month: string, year: string): ReadValue<Day> {
  if (Number(month) > 12 && Number(date) <= 12) {
    return {
      problem: `${quoted(cell)} has no month ${month}. The day comes first: write ${month}/${date}/${year} or ${isoDay(year, Number(date), month)}.`,
    };
  }
  return checkedDay(cell, year, Number(month), date);
}

function readNamed(cell: string): ReadValue<Day> | null {
  const first = named.exec(cell);
  const [date, name, year] = first?.slice(1) ?? [];
  const [otherName, otherDate, otherYear] = namedFirst.exec(cell)?.slice(1) ?? [];
  const month = months[(name ?? otherName ?? '').toLowerCase()];
  if (month === undefined) return null;
  return checkedDay(cell, year ?? otherYear, month, date ?? otherDate);
}

/** A date that lost its format: the number that Excel stores. */
function readSerial(cell: string): ReadValue<Day> | null {
  const serial = /^\d{5}(\.\d+)?$/.test(cell) ? Number(cell) : 0;
  if (serial < firstSerial || serial > lastSerial) return null;
  return { value: dayOfSerial(serial, false) };
}

function checkedDay(
  cell: string,
  year: string | undefined,
  month: number,
  date: string | undefined,
): ReadValue<Day> {
  const value = isoDay(year ?? '', month, date ?? '');
  if (isDay(value)) return { value };
  if (!/^(19|20|21)/.test(value)) {
    return { problem: `${quoted(cell)} is outside of the years 1900 to 2199.` };
  }
  return { problem: `${quoted(cell)} is not a day of the calendar.` };
}

function isoDay(year: string, month: number, date: string): string {
  return `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
}

function notUnderstood(cell: string): string {
  if (twoDigitYear.test(cell)) {
    return `${quoted(cell)} has a year of two digits. Write all four, such as 31/12/1985.`;
  }
  return `${quoted(cell)} is not a date. Write it as 31/12/2025 or 2025-12-31.`;
}
