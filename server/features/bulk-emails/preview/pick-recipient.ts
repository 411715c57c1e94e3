import { sql } from 'kysely';
import { suppressionKey } from '#server/features/communication/address-hash.ts';
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

/**
 * A recipient by part of a name or address and by index, and the number of matches. Only the
 * replacements of this recipient are read.
 */
export async function pickRecipient(
  db: Db,
  aimed: Aimed,
  { find, index }: Pick,
): Promise<{ picked: Picked | null; total: number }> {
  const isFinding = find !== '';
  const fits = isFinding ? contains(sql`p.search`, find) : sql`true`;
  const recipients = recipientsOf(aimed, { columns: isFinding ? ['search'] : [] });
  // NOT MATERIALIZED: the second read ends at the index.
  const { rows } = await sql<{ total: number; email: string | null }>`
    WITH fitting AS NOT MATERIALIZED (
      SELECT p.email FROM (${recipients}) AS p
      WHERE ${fits} AND NOT EXISTS (SELECT 1 FROM suppressions s 
        WHERE s.email IN (p.email, ${suppressionKey(sql`p.email`)}))
    )
    SELECT (SELECT count(*) FROM fitting) AS total,
      (SELECT email FROM fitting ORDER BY email OFFSET ${index} LIMIT 1) AS email`.execute(db);
  const { total = 0, email = null } = rows[0] ?? {};
  if (email === null) return { picked: null, total };
  const { rows: people } = await sql<Picked>`
    SELECT email, name, replacements FROM (${recipientsOf(aimed)}) AS p
    WHERE email = ${email}`.execute(db);
  return { picked: people[0] ?? null, total };
}
