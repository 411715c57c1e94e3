import { sql, type RawBuilder } from 'kysely';
import { dayOf, type Day } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Context } from '#server/context.ts';
import { addDays } from '#contract/calendar.ts';
import { dueBefore, expiredAfter } from './status-on-day.ts';

/**
 * Updates all automatic statuses to this day, with the same rule as `statusOn`. A manual status becomes
 * automatic again after its period has ended. Deactivated and Pending do not change. Locks only members
 * whose status changes. Safe to repeat. product-rules 5.9, 5.10.
 */
export async function deriveStatuses(ctx: Context): Promise<void> {
  await inTransaction(ctx, async ({ db, at }) => {
    const today = dayOf(at);
    // Ordered by id to avoid deadlocks. Waits for concurrent payments and reads the members after
    // that, so that new periods count.
    await sql`
      SELECT count(*) FROM (${derived(today)} ORDER BY m.id FOR UPDATE OF m) AS locked`.execute(db);
    await sql`
      UPDATE members
      SET member_status_id = derived.status_id, status_set_by = NULL, status_set_at = NULL
      FROM (${derived(today)}) AS derived
      WHERE members.id = derived.id`.execute(db);
  });
}

/** Members `m` with a new status on that day. */
function derived(today: Day): RawBuilder<unknown> {
  return sql`
    SELECT m.id, status.id AS status_id
    FROM members AS m
    JOIN member_statuses AS current ON current.id = m.member_status_id
    JOIN member_statuses AS status ON status.name = CASE
      WHEN m.paid_until <= ${addDays(today, -expiredAfter)}::date THEN ${statusNames.expired}
      WHEN m.paid_until <= ${addDays(today, dueBefore)}::date THEN ${statusNames.due}
      ELSE ${statusNames.active}
    END
    WHERE m.paid_until IS NOT NULL AND current.name <> ${statusNames.deactivated}
      AND (
        m.status_set_by IS NULL AND m.member_status_id <> status.id
        OR m.status_set_by IS NOT NULL AND ${hasServed(today)}
      )`;
}

/** True if the period during which the status was set manually has ended. Days in Johannesburg. */
function hasServed(today: Day): RawBuilder<boolean> {
  return sql`EXISTS (
    SELECT FROM membership_periods AS ran
    WHERE ran.member_id = m.id AND ran.ends_on < ${today}::date
      AND (m.status_set_at AT TIME ZONE 'UTC' + interval '2 hours')::date
        BETWEEN ran.starts_on AND ran.ends_on
  )`;
}
