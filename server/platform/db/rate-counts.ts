import { sql } from 'kysely';
import type { Db } from './pool.ts';

export interface Counted {
  /** A user, or a hash of an address. */
  countedFor: string;
  /** The call, or the kind of mails. */
  name: string;
  most: number;
  windowMs: number;
}

/**
 * Counts one more, and answers the count. The window begins with the first one. Calls count in their own
 * statement. In a transaction, others that count the same wait for its end.
 */
export async function countOne(
  { db, at }: { db: Db; at: Date },
  { countedFor, name, most, windowMs }: Counted,
): Promise<{ count: number; endsAt: Date }> {
  const ends_at = new Date(at.getTime() + windowMs);
  const isOver = sql<boolean>`rate_counts.ends_at <= ${at}`;
  const row = await db
    .insertInto('rate_counts')
    .values({ counted_for: countedFor, name, count: 1, most, ends_at })
    .onConflict((taken) =>
      taken.columns(['counted_for', 'name']).doUpdateSet({
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE rate_counts.count + 1 END`,
        ends_at: sql`CASE WHEN ${isOver} THEN excluded.ends_at ELSE rate_counts.ends_at END`,
        most,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow();
  return { count: row.count, endsAt: row.ends_at };
}
