import { dayOf, type Day } from '#contract/days.ts';
import { fetchHistory } from '#server/platform/payfast/transactions/fetch-history.ts';
import type { HistoryRow } from '#server/platform/payfast/transactions/read-history.ts';
import { historyAccount, type ComparisonDeps } from './comparison-deps.ts';
import { daysBetween, type DaysToCompare } from './days-to-compare.ts';
import { findBalanceBreaks } from './find-balance-breaks.ts';
import type { FoundDifference } from './find-differences.ts';

export interface FetchedLists extends DaysToCompare {
  rows: HistoryRow[];
  /** The days whose balance was checked. */
  days: Day[];
  balanceBreaks: FoundDifference[];
}

/** The notification of a payment may be on its way. */
const newestMinutes = 10;
/** For all requests together, so that it ends before its lease. */
const longestMs = 8 * 60_000;

/** Every transaction of the days and of the month. Throws a `HistoryFailure` unless all could be read. */
export async function fetchLists(
  deps: ComparisonDeps,
  period: DaysToCompare,
  at: Date,
): Promise<FetchedLists> {
  const account = historyAccount(deps.config.payfast);
  if (account === null) throw new Error('The provider is not asked without an account.');
  const signal = AbortSignal.any([deps.ending, AbortSignal.timeout(longestMs)]);
  const options = { at, signal, ...(deps.timeoutMs && { timeoutMs: deps.timeoutMs }) };
  const ofDays: HistoryRow[] = [];
  for (const day of daysBetween(period.from, period.to)) {
    ofDays.push(...oldestFirst(await fetchHistory(account, { day }, options)));
  }
  const ofMonth =
    period.month === null
      ? []
      : oldestFirst(await fetchHistory(account, { month: period.month.slice(0, 7) }, options));
  const rows = [...ofMonth, ...ofDays];
  const newest = at.getTime() - newestMinutes * 60_000;
  return {
    ...period,
    rows: rows.filter(({ happenedAt }) => happenedAt.getTime() <= newest),
    days: [...new Set(rows.map(({ happenedAt }) => dayOf(happenedAt)))],
    balanceBreaks: [...findBalanceBreaks(ofMonth), ...findBalanceBreaks(ofDays)],
  };
}

/** Rows of the same second stay as they are. */
function oldestFirst(rows: HistoryRow[]): HistoryRow[] {
  const [first, last] = [rows[0], rows.at(-1)];
  return first && last && first.happenedAt > last.happenedAt ? rows.toReversed() : rows;
}
