import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { periodsOn } from '../figures/read-deferred.ts';

/** People with a membership period of a type, and what changed in a month. */
export interface MembershipFigures {
  memberTypeId: string;
  name: string;
  /** The first period of a person. */
  joined: number;
  /** On the day after the last one. */
  renewed: number;
  /** After days without a period. */
  cameBack: number;
  /** The last day was in the month or the day before it, and no period follows on the next; or money went back. */
  lapsed: number;
  /** On the last day of the month. */
  members: number;
}

/**
 * By the periods of the last day as the books have them. So the members of the day before the month, with those who joined
 * and came back, less those who lapsed, are the members at its end.
 */
export async function readMembership(db: Db, first: Day, last: Day): Promise<MembershipFigures[]> {
  const eve = addDays(first, -1);
  const { rows } = await sql<MembershipFigures>`
    WITH near AS MATERIALIZED (
      SELECT * FROM (${periodsOn(last)}) AS p WHERE p.ends_on >= ${eve} AND p.starts_on <= ${last}
    ), changed AS MATERIALIZED (
      -- All others were members on the day before the month and at its end, without an event.
      SELECT member_id FROM near WHERE starts_on >= ${first} OR ends_on < ${last}
      UNION SELECT unnest(ARRAY[i.member_id, m.member_id]) FROM earlier_periods AS e JOIN invoices AS i ON i.id = e.invoice_id
        LEFT JOIN membership_periods AS m ON m.invoice_id = e.invoice_id WHERE e.until > ${eve}
    ), before AS MATERIALIZED (
      SELECT DISTINCT ON (member_id) member_id, member_type_id FROM (${periodsOn(eve)}) AS p
      WHERE ${eve} BETWEEN p.starts_on AND p.ends_on AND ${hasChanged} ORDER BY member_id, starts_on DESC
    ), spans AS MATERIALIZED (
      -- Days without a gap. Money of a day before other money went back can have two periods on a day.
      SELECT member_id, lower(days) AS starts_on, upper(days) - 1 AS ends_on FROM (
        SELECT member_id, unnest(range_agg(daterange(starts_on, ends_on, '[]'))) AS days FROM near WHERE ${hasChanged} GROUP BY 1) AS d
    ), events AS (
      SELECT DISTINCT ON (n.member_id, n.starts_on) n.member_type_id,
        CASE WHEN EXISTS (SELECT FROM membership_periods WHERE member_id = n.member_id AND ends_on < n.starts_on)
          OR EXISTS (SELECT FROM before WHERE member_id = n.member_id) THEN 'cameBack' ELSE 'joined' END AS what
      FROM spans AS s JOIN near AS n USING (member_id, starts_on) WHERE s.starts_on >= ${first}
      UNION ALL
      SELECT member_type_id, 'renewed' FROM near AS n WHERE starts_on >= ${first}
        AND EXISTS (SELECT FROM near WHERE member_id = n.member_id AND ends_on = n.starts_on - 1)
      UNION ALL
      (SELECT DISTINCT ON (n.member_id, n.ends_on) n.member_type_id, 'lapsed'
      FROM spans AS s JOIN near AS n USING (member_id, ends_on) WHERE s.ends_on < ${last})
      UNION ALL
      (SELECT DISTINCT ON (member_id) member_type_id, 'members' FROM near
      WHERE ${last} BETWEEN starts_on AND ends_on ORDER BY member_id, starts_on DESC)
      UNION ALL
      -- Money went back in the month, and took away or moved the period of the day before it.
      SELECT coalesce(b.member_type_id, n.member_type_id), CASE WHEN n.member_id IS NULL THEN 'lapsed' ELSE 'cameBack' END
      FROM before AS b FULL JOIN (
        SELECT DISTINCT ON (member_id) member_id, member_type_id FROM near
        WHERE ${eve} BETWEEN starts_on AND ends_on AND ${hasChanged} ORDER BY member_id, starts_on DESC
      ) AS n USING (member_id) WHERE b.member_id IS NULL OR n.member_id IS NULL
    )
    SELECT t.id AS "memberTypeId", t.name, ${countsOf(['joined', 'renewed', 'cameBack', 'lapsed', 'members'])}
    FROM events AS e JOIN member_types AS t ON t.id = e.member_type_id
    GROUP BY t.id, t.name ORDER BY t.name, t.id`.execute(db);
  return rows;
}

const hasChanged = sql`member_id IN (SELECT member_id FROM changed)`;

/**
 * How many members more the closed month before ended with than it says: they were recorded since. Less than nothing: a period of
 * then was removed.
 */
export function countLate(
  types: readonly MembershipFigures[] | null,
  closed: readonly MembershipFigures[] | null | undefined,
): number {
  if (types === null || !closed) return 0;
  const before = types.map(
    ({ members, joined, cameBack, lapsed }) => members - joined - cameBack + lapsed,
  );
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
  return sum(before) - sum(closed.map(({ members }) => members));
}

const countsOf = (events: string[]) =>
  sql.join(
    events.map(
      (what) => sql`count(*) FILTER (WHERE what = ${sql.lit(what)})::int AS ${sql.ref(what)}`,
    ),
  );
