import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { CounterName } from './tables.ts';

/**
 * Takes the next number and locks the counter's row until the transaction ends: no gap, no duplicate.
 * Call it last, so that other transactions wait only briefly. product-rules 6.1.
 */
export async function takeNumber(db: Db, counter: CounterName): Promise<number> {
  return takeNumbers(db, counter, 1);
}

/** Takes `count` numbers at once and returns the first. */
export async function takeNumbers(db: Db, counter: CounterName, count: number): Promise<number> {
  const row = await db
    .updateTable('counters')
    .set({ last_used: sql<number>`last_used + ${count}` })
    .where('name', '=', counter)
    .returning('last_used')
    .executeTakeFirstOrThrow();
  return row.last_used - count + 1;
}

/** Raises the counter to `last`. A lower or equal value changes nothing. product-rules 3.15. */
export async function raiseCounter(db: Db, counter: CounterName, last: number): Promise<void> {
  await db
    .updateTable('counters')
    .set({ last_used: last })
    .where('name', '=', counter)
    .where('last_used', '<', last)
    .execute();
}
