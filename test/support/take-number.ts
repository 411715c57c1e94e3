import type { Db } from '#server/platform/db/pool.ts';
import { takingNumbers } from '#server/platform/db/take-number.ts';
import type { CounterName } from '#server/platform/db/tables.ts';

/** Takes the next number in a statement of its own. */
export async function takeNumber(db: Db, counter: CounterName): Promise<number> {
  const { last } = await takingNumbers(counter)(db).executeTakeFirstOrThrow();
  return last;
}
