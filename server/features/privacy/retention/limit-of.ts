import { addMonths } from '#contract/calendar.ts';
import { dayOf, startOf } from '#contract/days.ts';
import type { RetentionKind } from '#contract/privacy/retention.ts';

/** Records from before this instant are older than the period. Days in Johannesburg. */
export function limitOf(kind: RetentionKind, months: number, at: Date): Date {
  const day = addMonths(dayOf(at), -months);
  return startOf(kind === 'accounts' ? lastTaxYear(day) : day);
}

/** The first day of the tax year in which the day is. Earlier tax years ended before the day. */
function lastTaxYear(day: string): string {
  const year = Number(day.slice(0, 4));
  const first = `${year}-03-01`;
  return day >= first ? first : `${year - 1}-03-01`;
}
