import type { Work } from '../work.ts';

/** All of it or nothing. Inside an open transaction it joins that one. */
export async function inTransaction<T>(work: Work, effect: (work: Work) => Promise<T>): Promise<T> {
  if (work.db.isTransaction) return effect(work);
  return work.db.transaction().execute((db) => effect({ ...work, db }));
}
