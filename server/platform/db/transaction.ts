import type { Db } from './pool.ts';

/** All of it or nothing. Inside an open transaction it joins that one. */
export async function inTransaction<W extends { db: Db }, T>(
  work: W,
  effect: (work: W) => Promise<T>,
): Promise<T> {
  if (work.db.isTransaction) return effect(work);
  return work.db.transaction().execute((db) => effect({ ...work, db }));
}
