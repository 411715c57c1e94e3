import { sql } from 'kysely';
import { dayOf, type Day } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Work } from '../work.ts';
import { addDays } from './calendar.ts';
import { dueBefore, expiredAfter } from './status.ts';

/**
 * Brings every status that follows the periods up to the day: the same rule as `statusOn`, for all
 * at once. Deactivated and Pending stay, and for its time what was set by hand. Safe to repeat.
 * Rules §5.
 */
export async function deriveStatuses(work: Work): Promise<void> {
  await inTransaction(work, async ({ db, at }) => {
    // A payment that is being recorded is waited for first: its period counts.
    await sql`SELECT count(*) FROM (SELECT FROM members ORDER BY id FOR UPDATE) AS locked`.execute(
      db,
    );
    await derive(db, dayOf(at));
  });
}

async function derive(db: Db, today: Day): Promise<void> {
  await sql`
    WITH last AS (
      SELECT member_id, max(ends_on) AS ends_on FROM membership_periods GROUP BY member_id
    ), derived AS (
      SELECT last.member_id, status.id AS status_id
      FROM last
      JOIN member_statuses AS status ON status.name = CASE
        WHEN last.ends_on <= ${addDays(today, -expiredAfter)}::date THEN ${statusNames.expired}
        WHEN last.ends_on <= ${addDays(today, dueBefore)}::date THEN ${statusNames.due}
        ELSE ${statusNames.active}
      END
    )
    UPDATE members
    SET member_status_id = derived.status_id, status_set_by = NULL, status_set_at = NULL
    FROM derived, member_statuses AS current
    WHERE members.id = derived.member_id
      AND current.id = members.member_status_id
      AND current.name <> ${statusNames.deactivated}
      AND CASE WHEN members.status_set_at IS NULL
        THEN members.member_status_id <> derived.status_id
        -- What was set by hand lasts until the end of the period that ran on that day.
        ELSE EXISTS (
          SELECT FROM membership_periods AS ran
          WHERE ran.member_id = members.id AND ran.ends_on < ${today}::date
            AND (members.status_set_at AT TIME ZONE 'Africa/Johannesburg')::date
              BETWEEN ran.starts_on AND ran.ends_on
        ) END`.execute(db);
}
