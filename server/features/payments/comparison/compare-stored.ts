import { addDays } from '#contract/calendar.ts';
import { dayOf, endOf, startOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import type { FetchedLists } from './fetch-lists.ts';
import { findDifferences } from './find-differences.ts';
import { loadCompared } from './load-compared.ts';
import { storeDifferences } from './store-differences.ts';

/** A notification of the evening may be booked the day after, and a list may be late. */
const daysToAppear = 2;

/** Compares the stored transactions of the days, and looks again at every open difference. */
export async function compareStored(
  ctx: Context,
  lists: Pick<FetchedLists, 'from' | 'to' | 'month' | 'days' | 'balanceBreaks'>,
): Promise<void> {
  const { from, to, month } = lists;
  const latest = addDays(dayOf(ctx.at), -daysToAppear);
  const last = to < latest ? to : latest;
  const periods = [{ from, to, lastToFind: last }];
  if (month !== null) {
    const end = addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1);
    periods.push({ from: month, to: end, lastToFind: end < last ? end : last });
  }
  const compared = await loadCompared(
    ctx.db,
    periods.map((period) => ({
      start: startOf(period.from),
      end: endOf(period.to),
      // A payment of the first day can be a transaction of the evening before.
      firstToFind: addDays(period.from, 1),
      lastToFind: period.lastToFind,
    })),
  );
  await storeDifferences(ctx, [...findDifferences(compared), ...lists.balanceBreaks], lists.days);
}
