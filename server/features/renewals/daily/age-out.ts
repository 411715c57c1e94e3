import { sql, type RawBuilder } from 'kysely';
import { dayOf, type Day } from '#contract/days.ts';
import { oldestRelative } from '#contract/limits.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { addDays, addMonths } from '#contract/calendar.ts';
import type { Context } from '#server/context.ts';

/** Days before the birthday on which the member is notified. product-rules 5.20. */
const noticeDays = 90;

/** Members without a current membership are not notified, because they lose no cover. */
const untold = [statusNames.deactivated, statusNames.expired, statusNames.pending];

/**
 * Notifies members of relatives who are about to turn 19, once per relative. Ages out relatives who
 * turned 19: the row stays and the seat is free. After missed days it notifies late. product-rules 5.20.
 */
export async function ageOut(ctx: Context): Promise<void> {
  await noteNotices(ctx);
  await letGo(ctx);
}

/** The 19th birthday of a relative. For 29 February it is the 28th, as in `calendar.ts`. */
const birthday = sql`(r.date_of_birth + make_interval(years => ${sql.lit(oldestRelative + 1)}))::date`;

/** The 19th birthday is on this day or earlier. The date of birth lets an index skip the younger ones. */
function isNineteenOn(day: Day): RawBuilder<boolean> {
  const latestBirth = addDays(addMonths(day, -12 * (oldestRelative + 1)), 1);
  return sql`r.date_of_birth <= ${latestBirth}::date AND ${birthday} <= ${day}::date`;
}

async function noteNotices({ db, at }: Context): Promise<void> {
  await sql`
    WITH missing AS MATERIALIZED (
      SELECT r.id AS relative_id, m.email, m.first_name, m.last_name, gen_random_uuid() AS mail_id
      FROM member_relatives AS r
      JOIN members AS m ON m.id = r.main_member_id
      JOIN member_types AS t ON t.id = m.member_type_id
      JOIN member_statuses AS s ON s.id = m.member_status_id
      WHERE r.seat IS NOT NULL AND ${isNineteenOn(addDays(dayOf(at), noticeDays))}
        AND t.is_family AND m.archived_at IS NULL AND s.name <> ALL(${untold}::text[])
        AND NOT EXISTS (SELECT FROM ageing_notices AS n WHERE n.relative_id = r.id)
    ), mailed AS (
      INSERT INTO mails (id, kind, to_email, to_name, about, created_at, next_attempt_at, is_batch)
      SELECT mail_id, 'ageing-out', email, first_name || ' ' || last_name,
        jsonb_build_object('relativeId', relative_id), ${at}, ${at}, true
      FROM missing
    )
    INSERT INTO ageing_notices (relative_id, noted_at, mail_id)
    SELECT relative_id, ${at}, mail_id FROM missing`.execute(db);
}

async function letGo({ db, at }: Context): Promise<void> {
  await sql`
    UPDATE member_relatives AS r SET aged_out_at = ${at}, seat = NULL
    WHERE r.seat IS NOT NULL AND ${isNineteenOn(dayOf(at))}`.execute(db);
}
