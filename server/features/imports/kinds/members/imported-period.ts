import { addDays, addMonths, dayOfMonth } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import type { Period } from '#server/features/members/periods/next-period.ts';

/**
 * The period of a member who is paid until this day: the year that ends on it. It starts today at the latest,
 * and not before the member joined. product-rules 20.4.
 */
export function importedPeriod(endsOn: Day, today: Day, memberSince: Day | null): Period {
  const yearBefore = addMonths(addDays(endsOn, 1), -12);
  const earliest = yearBefore < today ? yearBefore : today;
  const joinedSince = memberSince !== null && memberSince > earliest && memberSince <= endsOn;
  const startsOn = joinedSince ? memberSince : earliest;
  return {
    startsOn: startsOn > endsOn ? endsOn : startsOn,
    endsOn,
    anchorDay: dayOfMonth(addDays(endsOn, 1)),
  };
}

/** After the last period of a member who is already there. */
export function laterPeriod(endsOn: Day, today: Day, last: Day): Period {
  const period = importedPeriod(endsOn, today, null);
  const after = addDays(last, 1);
  return { ...period, startsOn: period.startsOn > after ? period.startsOn : after };
}
