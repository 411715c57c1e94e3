import { type Day, dayOf, formatDay } from '#contract/days.ts';
import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import { readDay, withFourDigits } from '#server/platform/spreadsheets/values/read-day.ts';
import { quoted, type ReadValue } from '#server/platform/spreadsheets/values/read-value.ts';
import type { ImportJob, Question } from './import-kind.ts';

interface DayCell {
  label: string;
  text: string;
  /** It cannot be in the future. */
  isPast: boolean;
  at: Date;
}

/** The years that a membership may be paid ahead: 47 is 2047 until 2027, then 1947 no longer. */
const yearsAhead = 20;

/** Reads a day. A year of two digits is a question, until the administrator has agreed to its meaning. */
export function readDayCell(
  { mapping }: ImportJob,
  { label, text, isPast, at }: DayCell,
): { reading: ReadValue<Day>; question?: Question } {
  const today = dayOf(at);
  const latest = isPast ? today : `${Number(today.slice(0, 4)) + yearsAhead}-12-31`;
  const full = withFourDigits(text, latest);
  const reading = readDay(full ?? text);
  if (!('value' in reading) || reading.value === null) return { reading };
  if (full !== null && mapping.twoDigitYears !== true) {
    const problem = texts.twoDigits(text);
    return {
      reading: { problem },
      question: {
        column: 'twoDigitYears',
        spelling: label,
        sentence: `${label}: ${problem}`,
        meaning: texts.readAs(quoted(text), formatDay(reading.value)),
      },
    };
  }
  if (isPast && reading.value > today) return { reading: { problem: texts.future } };
  return { reading };
}
