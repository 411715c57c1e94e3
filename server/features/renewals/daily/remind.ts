import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { addDays } from '#contract/calendar.ts';
import type { Context } from '#server/context.ts';

/** Days after the end of a period, negative before it. The reminders table has the same values. */
const steps = [-30, -7, 0, 30];

/**
 * Records each due reminder once per period, and mails only the latest. Missed reminders, and those
 * from before the period was recorded, get no mail. Only a member's last period counts, so a payment
 * ends the reminders. Deactivated and archived members get none. product-rules 5.11.
 */
export async function remind({ db, at }: Context): Promise<void> {
  const today = dayOf(at);
  // One statement for all, because all periods may end on the same day.
  await sql`
    WITH come AS (
      SELECT p.id AS period_id, p.member_id, step,
        step = max(step) OVER (PARTITION BY p.id)
          AND p.ends_on + step > (p.created_at AT TIME ZONE 'UTC' + interval '2 hours')::date
          AS is_wanted
      FROM membership_periods AS p, unnest(${steps}::int[]) AS step
      WHERE p.ends_on <= ${addDays(today, 30)}::date AND p.ends_on + step <= ${today}::date AND NOT EXISTS (
        SELECT FROM membership_periods AS later
        WHERE later.member_id = p.member_id AND later.ends_on > p.ends_on
      )
    ), missing AS MATERIALIZED (
      SELECT come.period_id, come.step, m.email, m.first_name, m.last_name,
        CASE WHEN come.is_wanted AND m.archived_at IS NULL AND s.name <> ${statusNames.deactivated}
          THEN gen_random_uuid() END AS mail_id
      FROM come
      JOIN members AS m ON m.id = come.member_id
      JOIN member_statuses AS s ON s.id = m.member_status_id
      WHERE NOT EXISTS (
        SELECT FROM reminders AS r WHERE r.period_id = come.period_id AND r.step = come.step
      )
    ), mailed AS (
      INSERT INTO mails (id, kind, to_email, to_name, about, created_at, next_attempt_at, is_batch)
      SELECT mail_id, 'reminder', email, first_name || ' ' || last_name,
        jsonb_build_object('periodId', period_id, 'step', step), ${at}, ${at}, true
      FROM missing WHERE mail_id IS NOT NULL
    )
    INSERT INTO reminders (period_id, step, noted_at, mail_id)
    SELECT period_id, step, ${at}, mail_id FROM missing`.execute(db);
}
