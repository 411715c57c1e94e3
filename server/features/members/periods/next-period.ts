import type { Day } from '#contract/days.ts';
import { addDays, addMonths, dayOfMonth, inMonth } from '#contract/calendar.ts';

export interface Period {
  startsOn: Day;
  /** The last day (inclusive). */
  endsOn: Day;
  /** The preferred day of the month for anniversaries. */
  anchorDay: number;
}

/** The minimum months of a first period. A renewal has a higher minimum. product-rules 5.6. */
const leastFirst = 3;
const leastRenewal = 9;

/**
 * The period that a payment adds. During the last period, it starts on the day after its end, otherwise
 * on the payment date. It runs to the year end if one is set, otherwise for 12 months. `yearEnd` is a
 * day of any year. product-rules 5.5, 5.6, 5.7.
 */
export function nextPeriod(last: Period | null, paidOn: Day, yearEnd: Day | null): Period {
  const isCurrent = last !== null && last.endsOn >= paidOn;
  const startsOn = isCurrent ? addDays(last.endsOn, 1) : paidOn;
  if (yearEnd !== null) {
    const least = last === null ? leastFirst : leastRenewal;
    const endsOn = yearEndAfter(startsOn, least, yearEnd);
    // The start day of the next period if the year end is removed.
    return { startsOn, endsOn, anchorDay: dayOfMonth(addDays(endsOn, 1)) };
  }
  const anchorDay = isCurrent ? keptAnchor(last.anchorDay, startsOn) : dayOfMonth(startsOn);
  return { startsOn, endsOn: addDays(addMonths(startsOn, 12, anchorDay), -1), anchorDay };
}

/** The first year end after at least this many whole months. */
function yearEndAfter(startsOn: Day, leastMonths: number, yearEnd: Day): Day {
  const year = Number(startsOn.slice(0, 4));
  const ends = [year, year + 1, year + 2].map((candidate) =>
    inMonth(candidate, Number(yearEnd.slice(5, 7)), dayOfMonth(yearEnd)),
  );
  const enough = ends.find(
    (end) => end >= startsOn && addDays(end, 1) >= addMonths(startsOn, leastMonths),
  );
  return enough ?? addDays(addMonths(startsOn, 12), -1);
}

/** Periods that began on the 29th, 30th or 31st return to that day after a shorter month. */
function keptAnchor(anchorDay: number, startsOn: Day): number {
  return addMonths(startsOn, 0, anchorDay) === startsOn ? anchorDay : dayOfMonth(startsOn);
}
