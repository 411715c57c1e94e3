import type { Day } from './days.ts';

/** Arithmetic on days of the calendar, `YYYY-MM-DD`; such text also sorts by time. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export function dayOfMonth(day: Day): number {
  return Number(day.slice(8, 10));
}

/** The same day `months` later, or the last day of that month when it is shorter. */
export function addMonths(day: Day, months: number, anchorDay = dayOfMonth(day)): Day {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const target = new Date(Date.UTC(year, month - 1 + months, 1));
  return inMonth(target.getUTCFullYear(), target.getUTCMonth() + 1, anchorDay);
}

/** The day of the month, capped at the month's last day. `month` is 1 to 12. */
export function inMonth(year: number, month: number, dayNumber: number): Day {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const date = new Date(Date.UTC(year, month - 1, Math.min(dayNumber, last)));
  return date.toISOString().slice(0, 10);
}
