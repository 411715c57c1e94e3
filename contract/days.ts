/** A calendar day in Africa/Johannesburg, `YYYY-MM-DD`. */
export type Day = string;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const johannesburgHours = 2;

/** The day that it is in Johannesburg at this instant; there is no daylight saving. */
export function dayOf(instant: Date): Day {
  return isoInJohannesburg(instant).slice(0, 10);
}

function isoInJohannesburg(instant: Date): string {
  return new Date(instant.getTime() + johannesburgHours * 3_600_000).toISOString();
}

/** The first instant of the day in Johannesburg. */
export function startOf(day: Day): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - johannesburgHours * 3_600_000);
}

/** The first instant after the day; there is no daylight saving. */
export function endOf(day: Day): Date {
  return new Date(startOf(day).getTime() + 24 * 3_600_000);
}

/** `20 Nov 2026`. */
export function formatDay(day: Day): string {
  const [year, month, date] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}

/** `Nov 2026`, of a day or of `2026-11`. */
export function formatMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${months[Number(number) - 1]} ${year}`;
}

/** The day of an ISO instant, written out. */
export function formatInstant(instant: string): string {
  return formatDay(dayOf(new Date(instant)));
}

/** `20 Nov 2026, 14:05`, as it was in Johannesburg. */
export function formatMoment(instant: string): string {
  return `${formatInstant(instant)}, ${isoInJohannesburg(new Date(instant)).slice(11, 16)}`;
}

/** `2026-11-20 14:05`, as it was in Johannesburg; spreadsheets read and sort it. */
export function formatTime(instant: string): string {
  return isoInJohannesburg(new Date(instant)).slice(0, 16).replace('T', ' ');
}

/** Whether the text is a day of the calendar in the years 1900 to 2199, 29 February included. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
