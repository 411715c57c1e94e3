import type { Day } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { addDays } from '#contract/calendar.ts';

/** Days before the end for Due for Renewal, and days after it for Expired. product-rules 5.9. */
export const dueBefore = 60;
export const expiredAfter = 31;

/** The automatic status on a day. `endsOn` is the end of the last period. */
export function statusOn(today: Day, endsOn: Day | null): string {
  if (endsOn === null) return statusNames.pending;
  const { dueFrom, expiredFrom } = statusDates(endsOn);
  if (today >= expiredFrom) return statusNames.expired;
  return today >= dueFrom ? statusNames.due : statusNames.active;
}

/** The first days of Due for Renewal and of Expired, for the end of the last period. */
export function statusDates(endsOn: Day): { dueFrom: Day; expiredFrom: Day } {
  return { dueFrom: addDays(endsOn, -dueBefore), expiredFrom: addDays(endsOn, expiredAfter) };
}
