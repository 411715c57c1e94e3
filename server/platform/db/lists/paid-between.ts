import { sql, type RawBuilder } from 'kysely';
import type { Day } from '#contract/days.ts';
import { isGiven } from './search-rows.ts';

type DayFilter = Day | never[] | null | undefined;

/**
 * Records with a payment between these days, both included. A subquery reads the payments, so that
 * counting needs no join.
 */
export function paidBetween(
  paymentId: string,
  from: DayFilter,
  to: DayFilter,
): RawBuilder<boolean>[] {
  if (!isGiven(from) && !isGiven(to)) return [];
  const first = isGiven(from) ? sql`AND paid_on >= ${from}` : sql``;
  const last = isGiven(to) ? sql`AND paid_on <= ${to}` : sql``;
  return [sql`${sql.ref(paymentId)} IN (SELECT id FROM payments WHERE true ${first} ${last})`];
}
