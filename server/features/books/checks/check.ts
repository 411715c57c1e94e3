import { sql, type RawBuilder } from 'kysely';
import { mostNamedRows } from '#contract/books/endpoints.ts';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface BookFinding {
  finding: string;
  /** The first rows that fail, without names of people. */
  rows: string[];
  count: number;
}

export interface BookCheck {
  name: string;
  /** What to do if it fails. */
  advice: string;
  /** Reads one snapshot of the database. */
  run: (db: Db, today: Day) => Promise<BookFinding>;
}

/** The rows that fail. The query names each in the column `name`. */
export async function failing(
  db: Db,
  query: RawBuilder<unknown>,
  finding: { ok: string; failed: string },
): Promise<BookFinding> {
  const { rows } = await sql<{ count: number; rows: string[] }>`
    WITH failing AS MATERIALIZED (${query})
    SELECT (SELECT count(*) FROM failing) AS count,
      ARRAY(SELECT name FROM failing ORDER BY name LIMIT ${sql.lit(mostNamedRows)}) AS rows`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a check without a result');
  return { ...row, finding: row.count === 0 ? finding.ok : finding.failed };
}

/** `R450.00`, as `formatRand` writes it. */
export function rand(cents: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(CASE WHEN ${cents} < 0 THEN '-' ELSE '' END || 'R' || abs(${cents}) / 100 || '.'
    || lpad((abs(${cents}) % 100)::text, 2, '0'))`;
}

/** `10 Mar 2027`, as `formatDay` writes it. */
export function dayText(day: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${day}, 'FMDD Mon YYYY')`;
}
