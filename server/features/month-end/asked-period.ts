import { type Day, dayOf } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { searchExceptions } from '#contract/month-end/exceptions.ts';
import { daysOf, formatPeriod, monthOf, periodForm, yearOf } from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import { isGiven } from '#server/platform/db/lists/search-rows.ts';
import { readSettings } from './queries.ts';

interface AskedPeriod {
  title: string;
  first: Day;
  last: Day;
}

/** The month or financial year of a list. Without one it is the financial year of today. */
export async function readAskedPeriod(
  { db, at }: Pick<Context, 'db' | 'at'>,
  asked: BodyOf<typeof searchExceptions>['period'],
): Promise<AskedPeriod> {
  const { yearEndMonth } = await readSettings(db);
  const period =
    isGiven(asked) && periodForm.test(asked) ? asked : yearOf(monthOf(dayOf(at)), yearEndMonth);
  return { title: formatPeriod(period, yearEndMonth), ...daysOf(period, yearEndMonth) };
}
