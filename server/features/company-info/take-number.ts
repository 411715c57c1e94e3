import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { CounterName } from '#server/platform/db/tables.ts';

/**
 * The next number, under the counter's row lock until the transaction ends: no gap, no duplicate.
 * Take it last, so that nobody waits for anything slow. product-rules 6.1.
 */
export async function takeNumber(db: Db, counter: CounterName): Promise<number> {
  return takeNumbers(db, counter, 1);
}

/** So many at once; answers the first of them. */
export async function takeNumbers(db: Db, counter: CounterName, count: number): Promise<number> {
  const row = await db
    .updateTable('counters')
    .set({ last_used: sql<number>`last_used + ${count}` })
    .where('name', '=', counter)
    .returning('last_used')
    .executeTakeFirstOrThrow();
  return row.last_used - count + 1;
}

/** Makes the next number come after `last`; a lower or equal one changes nothing. product-rules 3.15. */
export async function raiseCounter(db: Db, counter: CounterName, last: number): Promise<void> {
  await db
    .updateTable('counters')
    .set({ last_used: last })
    .where('name', '=', counter)
    .where('last_used', '<', last)
    .execute();
}
