import type { Day } from '#contract/days.ts';
import { lastDayOf } from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import type { MonthFigures } from './month-figures.ts';

/** Balances that nobody knows. Of a month that is over: what ends before it does, so that lines and fees can be missing. */
export function coverageWarnings({ month, bank, fees }: MonthFigures, today: Day): string[] {
  const last = lastDayOf(month);
  const unknown = bank.flatMap(({ name, lacksOpening }) =>
    lacksOpening === true ? [texts.noOpening(name)] : [],
  );
  if (today <= last) return unknown;
  const endsEarly = (day: Day | null): day is Day => day !== null && day < last;
  return [
    ...unknown,
    ...bank.flatMap(({ name, closing, coveredTo }) =>
      // An account that was closed has no statements any more.
      endsEarly(coveredTo) && closing !== 0 ? [texts.statementsEnd(month, name, coveredTo)] : [],
    ),
    ...(endsEarly(fees.coveredTo) ? [texts.listEnds(month, fees.coveredTo)] : []),
  ];
}
