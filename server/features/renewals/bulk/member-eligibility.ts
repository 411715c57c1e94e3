import { sql, type RawBuilder } from 'kysely';
import type { Day } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { skipReasons, type SkipReason } from '#contract/renewals/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { addDays } from '#contract/calendar.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import { dueBefore } from '#server/features/members/periods/status-on-day.ts';

/** The members `m` of the condition, their types `t`, and the reason for no invoice on that day. */
export function eligibleMembers(db: Db, where: RawBuilder<boolean>, today: Day) {
  return db
    .selectFrom('members as m')
    .innerJoin('member_types as t', 't.id', 'm.member_type_id')
    .innerJoin('member_statuses as s', 's.id', 'm.member_status_id')
    .where(where)
    .select(skipReason(today).as('reason'));
}

/**
 * The first matching reason, or null. A member whose period ends after the Due for Renewal window has
 * renewed. LIMIT 1 makes the planner use an index per member. With EXISTS it reads the whole table.
 */
function skipReason(today: Day): RawBuilder<SkipReason | null> {
  const name = (reason: SkipReason) => sql.lit(reason);
  return sql`CASE
    WHEN m.archived_at IS NOT NULL THEN ${name('Archived')}
    WHEN s.name = ${statusNames.deactivated} THEN ${name('Deactivated')}
    WHEN t.fee_cents = 0 THEN ${name('Free membership')}
    WHEN (
      SELECT true FROM invoices AS i WHERE i.member_id = m.id AND i.member_type_id IS NOT NULL
        AND ${whereOpen('i')} LIMIT 1
    ) THEN ${name('Open invoice')}
    WHEN (
      SELECT true FROM membership_periods AS p
      WHERE p.member_id = m.id AND p.ends_on > ${addDays(today, dueBefore)}::date LIMIT 1
    ) THEN ${name('Already renewed')}
  END`;
}

export type Skipped = Partial<Record<SkipReason, number>>;

export function together(one: Skipped, other: Skipped): Skipped {
  const sums = skipReasons.map((reason) => [reason, (one[reason] ?? 0) + (other[reason] ?? 0)]);
  return Object.fromEntries(sums) as Skipped;
}

/** In the contract's order, without reasons that have a count of 0. */
export function skippedOnWire(skipped: Skipped): { reason: SkipReason; count: number }[] {
  return skipReasons
    .map((reason) => ({ reason, count: skipped[reason] ?? 0 }))
    .filter(({ count }) => count > 0);
}
