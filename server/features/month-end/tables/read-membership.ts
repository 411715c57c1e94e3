import { sql } from 'kysely';
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
  /** The last day was in the month or the day before it, and no period follows on the next. */
  lapsed: number;
  /** On the last day of the month. */
  members: number;
}

export async function readMembership(db: Db, first: Day, last: Day): Promise<MembershipFigures[]> {
  const { rows } = await sql<MembershipFigures>`
    SELECT t.id AS "memberTypeId", t.name,
      count(*) FILTER (WHERE f.starts AND f.ended_before IS NULL)::int AS joined,
      count(*) FILTER (WHERE f.starts AND f.ended_before = f.starts_on - 1)::int AS renewed,
      count(*) FILTER (WHERE f.starts AND f.ended_before < f.starts_on - 1)::int AS "cameBack",
      count(*) FILTER (WHERE f.ends AND NOT f.goes_on)::int AS lapsed,
      count(*) FILTER (WHERE f.covers)::int AS members
    FROM (
      SELECT p.member_type_id, p.starts_on,
        p.starts_on BETWEEN ${first} AND ${last} AS starts,
        p.ends_on BETWEEN ${first}::date - 1 AND ${last}::date - 1 AS ends,
        ${last} BETWEEN p.starts_on AND p.ends_on AS covers,
        b.ended_before, n.goes_on
      FROM (${periodsOn(last)}) AS p
      LEFT JOIN LATERAL (
        SELECT max(ends_on) AS ended_before FROM membership_periods
        WHERE p.starts_on >= ${first} AND member_id = p.member_id AND ends_on < p.starts_on
      ) AS b ON true
      LEFT JOIN LATERAL (
        SELECT count(*) > 0 AS goes_on FROM membership_periods
        WHERE p.ends_on < ${last} AND member_id = p.member_id AND starts_on = p.ends_on + 1 AND ends_on > p.ends_on
      ) AS n ON true
      WHERE p.ends_on >= ${first}::date - 1 AND p.starts_on <= ${last}
    ) AS f
    JOIN member_types AS t ON t.id = f.member_type_id
    GROUP BY t.id, t.name
    HAVING bool_or(f.starts OR f.ends OR f.covers)
    ORDER BY t.name, t.id`.execute(db);
  return rows;
}
