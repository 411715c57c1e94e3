import { type Day, dayOf } from '#contract/days.ts';
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

/**
 * Reads a day. A year of two digits is a question, until the administrator has agreed to its meaning. Until then the day is
 * `proposed`, so that everything else that is wrong with the row is said at once.
 */
export function readDayCell(
  { mapping }: ImportJob,
  { label, text, isPast, at }: DayCell,
): { reading: ReadValue<Day>; proposed?: Day; question?: Question } {
  const today = dayOf(at);
  const latest = isPast ? today : `${Number(today.slice(0, 4)) + yearsAhead}-12-31`;
  const full = withFourDigits(text, latest);
  const reading = readDay(full ?? text);
  if (!('value' in reading) || reading.value === null) return { reading };
  if (full !== null && mapping.twoDigitYears !== true) {
    const problem = texts.twoDigits(quoted(text));
    return {
      reading: { problem },
      proposed: reading.value,
      question: {
        column: 'twoDigitYears',
        spelling: label,
        sentence: `${label}: ${problem}`,
        meaning: texts.readAs(quoted(text), reading.value),
      },
    };
  }
  if (isPast && reading.value > today) {
    return { reading: { problem: texts.future(quoted(text), reading.value) } };
  }
  return { reading };
}
