import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { contains } from '#server/platform/db/lists/search-rows.ts';
import { recipientsOf, type Aimed } from '../sending/audience.ts';

export interface Picked {
  email: string;
  name: string;
  replacements: Record<string, string>;
}

interface Pick {
  find: string;
  index: number;
}

/** A recipient by part of a name or address and by index, and the number of matches. */
export async function pickRecipient(
  db: Db,
  aimed: Aimed,
  { find, index }: Pick,
): Promise<{ picked: Picked | null; total: number }> {
  const fits =
    find === ''
      ? sql`true`
      : sql`(${contains(sql`fold(p.email)`, find)} OR ${contains(sql`fold(p.name)`, find)})`;
  const { rows } = await sql<{ total: number; picked: Picked | null }>`
    WITH fitting AS (
      SELECT p.* FROM (${recipientsOf(aimed)}) AS p
      WHERE ${fits} AND NOT EXISTS (SELECT 1 FROM suppressions s WHERE s.email = p.email)
    )
    SELECT (SELECT count(*) FROM fitting) AS total,
      (SELECT to_json(f) FROM (SELECT * FROM fitting ORDER BY email OFFSET ${index} LIMIT 1) AS f)
        AS picked`.execute(db);
  return rows[0] ?? { picked: null, total: 0 };
}
