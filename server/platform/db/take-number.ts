import { sql, type QueryCreator } from 'kysely';
import { advisoryLocks } from './advisory-locks.ts';
import type { Db } from './pool.ts';
import type { CounterName, Tables } from './tables.ts';

/**
 * What gets a number is booked in the same transaction. The lock of bookings comes first: who waits for all bookings holds no
 * number, and may raise a counter.
 */
const booking = sql<boolean>`(SELECT true FROM pg_advisory_xact_lock_shared(${sql.lit(advisoryLocks.closeMonth)}))`;

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
      .where(booking)
      .returning('last_used as last');
}

/** Raises the counter to `last`. A lower or equal value changes nothing. product-rules 3.15. */
export async function raiseCounter(db: Db, counter: CounterName, last: number): Promise<void> {
  await db
    .updateTable('counters')
    .set({ last_used: last })
    .where('name', '=', counter)
    .where('last_used', '<', last)
    .where(booking)
    .execute();
}
