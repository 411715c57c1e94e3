import { sql } from 'kysely';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { addDays } from '#contract/calendar.ts';
import { typeId } from './people.ts';
import type { TestApp } from './app.ts';

interface Options {
  /** Their last name. No other member has it, so a search finds only them. */
  lastName: string;
  /** The last day of their paid year. */
  endsOn: string;
  /** The date of the payment, by default the first day of the year. */
  paidAt?: string;
}

/** Adds `count` paid members in one query, without the slow password hashes. Returns their ids. */
export async function addManyMembers(
  app: Pick<TestApp, 'db'>,
  count: number,
  options: Options,
): Promise<string[]> {
  const { lastName, endsOn } = options;
  const type = await typeId(app, 'Individual');
  const status = await statusId(app.db, 'Active');
  const paidAt = options.paidAt ?? addDays(endsOn, -364);
  const { rows } = await sql<{ id: string }>`
    WITH people AS (
      INSERT INTO users (id, email, first_name, last_name, role, created_at)
      SELECT gen_random_uuid(), lower(${lastName} || n || '@example.org'), 'Nr' || n, ${lastName},
        'Member', ${paidAt}::timestamptz
      FROM generate_series(1, ${count}::int) AS n
      RETURNING id, email, first_name
    ), last AS (
      UPDATE counters SET last_used = last_used + ${count} WHERE name = 'member' RETURNING last_used
    ), joined AS (
      INSERT INTO members (id, number, user_id, member_type_id, member_status_id, title, first_name,
        last_name, email, phone, postal_address, zip_code, signup_date, created_at)
      SELECT gen_random_uuid(), last.last_used - row_number() OVER () + 1, people.id, ${type}::uuid,
        ${status}::uuid, 'Ms', first_name, ${lastName}, email, '', '12 Acacia Road', '0081',
        ${paidAt}::date, ${paidAt}::timestamptz
      FROM people, last
      RETURNING id
    ), paid AS (
      INSERT INTO membership_periods
        (id, member_id, starts_on, ends_on, anchor_day, member_type_id, fee_cents, created_at)
      SELECT gen_random_uuid(), id, ${endsOn}::date - 364, ${endsOn}::date, 1, ${type}::uuid, 45000,
        ${paidAt}::timestamptz
      FROM joined
    )
    SELECT id FROM joined ORDER BY id`.execute(app.db);
  return rows.map(({ id }) => id);
}
