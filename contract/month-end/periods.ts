import { addMonths as addMonthsToDay, inMonth } from '#contract/calendar.ts';
import { formatMonth, type Day } from '#contract/days.ts';

/** A month, `2027-03`. */
export type Month = string;
/** A month, or a financial year by the year in which it ends, `2027`. */
export type Period = string;

export const periodForm = /^(19|20|21)\d{2}(-(0[1-9]|1[0-2]))?$/;
export const monthForm = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/;

export const monthOf = (day: Day): Month => day.slice(0, 7);

export function addMonths(month: Month, count: number): Month {
  return monthOf(addMonthsToDay(`${month}-01`, count));
}

export const firstDayOf = (month: Month): Day => `${month}-01`;

export function lastDayOf(month: Month): Day {
  return inMonth(Number(month.slice(0, 4)), Number(month.slice(5)), 31);
}

/** All months from the first to the last. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The financial year in which a month lies, by the year in which it ends. */
export function yearOf(month: Month, yearEndMonth: number): Period {
  return addMonths(month, 12 - yearEndMonth).slice(0, 4);
}

export function monthsOf(period: Period, yearEndMonth: number): Month[] {
  if (period.includes('-')) return [period];
  const last = `${period}-${String(yearEndMonth).padStart(2, '0')}`;
  return monthsBetween(addMonths(last, -11), last);
}

/** The first and the last day of a month or of a financial year. */
export function daysOf(period: Period, yearEndMonth: number): { first: Day; last: Day } {
  const months = monthsOf(period, yearEndMonth);
  return { first: firstDayOf(months[0] ?? ''), last: lastDayOf(months.at(-1) ?? '') };
}

/** `Mar 2027`, or `Financial year 2027 (Mar 2026 to Feb 2027)`. */
export function formatPeriod(period: Period, yearEndMonth: number): string {
  if (period.includes('-')) return formatMonth(period);
  const months = monthsOf(period, yearEndMonth);
  const [first = '', last = ''] = [months[0], months.at(-1)];
  return `Financial year ${period} (${formatMonth(first)} to ${formatMonth(last)})`;
}
