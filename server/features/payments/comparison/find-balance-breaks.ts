import { dayOf } from '#contract/days.ts';
import type { HistoryRow } from '#server/platform/payfast/transactions/read-history.ts';
import type { FoundDifference } from './find-differences.ts';

/**
 * Days on which the provider's balance changed by another sum than that of the listed transactions: some are
 * missing. Only days with a balance in every row can be checked.
 */
export function findBalanceBreaks(rows: readonly HistoryRow[]): FoundDifference[] {
  const breaks: FoundDifference[] = [];
  let before: number | null = null;
  for (const [day, ofDay] of Map.groupBy(rows, ({ happenedAt }) => dayOf(happenedAt))) {
    const [first, last] = [ofDay[0]?.balanceCents ?? null, ofDay.at(-1)?.balanceCents ?? null];
    // Of the first day, the balance before its first transaction is not known.
    const counted = before === null ? ofDay.slice(1) : ofDay;
    const start = before ?? first;
    before = last;
    if (start === null || last === null) continue;
    const listed = counted.reduce((sum, { netCents }) => sum + netCents, 0);
    const changed = last - start;
    if (changed !== listed) breaks.push(balanceBreak(day, listed, changed));
  }
  return breaks;
}

function balanceBreak(day: string, hereCents: number, thereCents: number): FoundDifference {
  return {
    kind: 'balance',
    key: day,
    transactionId: null,
    paymentId: null,
    recordId: null,
    day,
    hereCents,
    thereCents,
  };
}
