import { sql, type RawBuilder } from 'kysely';
import { dayOf, type Day } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Context } from '#server/context.ts';
import { addDays } from '#contract/calendar.ts';
import { dueBefore, expiredAfter } from './status-on-day.ts';

/**
 * Brings the statuses that follow the periods up to the day: the same rule as `statusOn`, for all
 * at once. One set by hand follows them again once the period that ran at the time has ended.
 * Deactivated and Pending stay. Only members whose status changes are locked. Safe to repeat. product-rules 5.9, 5.10.
 */
export async function deriveStatuses(ctx: Context): Promise<void> {
  await inTransaction(ctx, async ({ db, at }) => {
    const today = dayOf(at);
    // By id, so that no two wait in a circle. Whose payment is being recorded is waited for, and
    // read only then: the period counts.
    await sql`
      SELECT count(*) FROM (${derived(today)} ORDER BY m.id FOR UPDATE OF m) AS locked`.execute(db);
    await sql`
      UPDATE members
      SET member_status_id = derived.status_id, status_set_by = NULL, status_set_at = NULL
      FROM (${derived(today)}) AS derived
      WHERE members.id = derived.id`.execute(db);
  });
}

/** Members `m` whose status is to change on that day, with the new one. */
function derived(today: Day): RawBuilder<unknown> {
  return sql`
    SELECT m.id, status.id AS status_id
    FROM members AS m
    JOIN member_statuses AS current ON current.id = m.member_status_id
    JOIN LATERAL (
      SELECT max(ends_on) AS ends_on FROM membership_periods WHERE member_id = m.id
    ) AS last ON last.ends_on IS NOT NULL
    JOIN member_statuses AS status ON status.name = CASE
      WHEN last.ends_on <= ${addDays(today, -expiredAfter)}::date THEN ${statusNames.expired}
      WHEN last.ends_on <= ${addDays(today, dueBefore)}::date THEN ${statusNames.due}
      ELSE ${statusNames.active}
    END
    WHERE current.name <> ${statusNames.deactivated}
      AND (
        m.status_set_by IS NULL AND m.member_status_id <> status.id
        OR m.status_set_by IS NOT NULL AND ${hasServed(today)}
      )`;
}

/** The period that ran when the status was set by hand has ended. Days are Johannesburg's. */
function hasServed(today: Day): RawBuilder<boolean> {
  return sql`EXISTS (
    SELECT FROM membership_periods AS ran
    WHERE ran.member_id = m.id AND ran.ends_on < ${today}::date
      AND (m.status_set_at AT TIME ZONE 'UTC' + interval '2 hours')::date
        BETWEEN ran.starts_on AND ran.ends_on
  )`;
}
