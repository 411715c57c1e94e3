import { sql, type QueryCreator } from 'kysely';
import type { Db } from './pool.ts';
import type { CounterName, Tables } from './tables.ts';

/**
 * The part of a statement that takes the next numbers and locks the counter's row until the
 * transaction ends: no gap, no duplicate. `db.with('taken', takingNumbers('invoice'))` has the last
 * one as `taken.last`. Run it last, because other transactions wait. product-rules 6.1.
 */
export function takingNumbers(counter: CounterName, count = 1) {
  return (db: QueryCreator<Tables>) =>
    db
      .updateTable('counters')
      .set({ last_used: sql<number>`last_used + ${count}` })
      .where('name', '=', counter)
      .returning('last_used as last');
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
