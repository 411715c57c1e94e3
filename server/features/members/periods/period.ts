import type { Day } from '#contract/days.ts';
import { addDays, addMonths, dayOfMonth, inMonth } from '#contract/calendar.ts';

export interface Period {
  startsOn: Day;
  /** The last day, included. */
  endsOn: Day;
  /** The day of the month that anniversaries aim at. */
  anchorDay: number;
}

/** A first period has at least so many months; a renewal more. product-rules 5.6. */
const leastFirst = 3;
const leastRenewal = 9;

/**
 * The period that a payment adds. While the last one runs, it starts the day after it; else, and
 * after a lapse, on the payment date. With a year end it runs to that day and month, else 12 months.
 * `yearEnd` is a day of any year. product-rules 5.5, 5.6, 5.7.
 */
export function nextPeriod(last: Period | null, paidOn: Day, yearEnd: Day | null): Period {
  const isCurrent = last !== null && last.endsOn >= paidOn;
  const startsOn = isCurrent ? addDays(last.endsOn, 1) : paidOn;
  if (yearEnd !== null) {
    const least = last === null ? leastFirst : leastRenewal;
    const endsOn = yearEndAfter(startsOn, least, yearEnd);
    // The day on which the next one starts, should the year end be taken away.
    return { startsOn, endsOn, anchorDay: dayOfMonth(addDays(endsOn, 1)) };
  }
  const anchorDay = isCurrent ? keptAnchor(last.anchorDay, startsOn) : dayOfMonth(startsOn);
  return { startsOn, endsOn: addDays(addMonths(startsOn, 12, anchorDay), -1), anchorDay };
}

/** The first year end that leaves at least so many whole months. */
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

/** A chain that began on the 29th, 30th or 31st aims at it again after each shorter month. */
function keptAnchor(anchorDay: number, startsOn: Day): number {
  return addMonths(startsOn, 0, anchorDay) === startsOn ? anchorDay : dayOfMonth(startsOn);
}
