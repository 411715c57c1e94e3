import { sql, type CompiledQuery } from 'kysely';
import type { Db } from '../pool.ts';
import { firstPageQuery } from './page-query.ts';
import { type Search, searchRows, sortedRows } from './search-rows.ts';

/** What a search finds, not yet asked for: a page of it, or all of it. */
export interface Listing<Wire> {
  page(): Promise<{ results: Wire[]; totalCount: number }>;
  /** Of a whole list's first page: the same object each time, and the same for all who ask. */
  firstPage: CompiledQuery | undefined;
  /** All that match, in batches, as they stood at one moment. */
  every(): AsyncGenerator<Wire[], void>;
}

export function listing<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): Listing<Wire> {
  return {
    page: () => searchRows(db, search),
    firstPage: firstPageQuery(db, search),
    every: () => everyRow(db, search),
  };
}

const batchSize = 500;

/** A cursor: however many rows there are, one batch is in memory. */
async function* everyRow<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): AsyncGenerator<Wire[], void> {
  const reading = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // All of it will be read: the quickest way to the last row, not to the first.
    await sql`SET LOCAL cursor_tuple_fraction = 1`.execute(reading);
    await sql`DECLARE listing NO SCROLL CURSOR FOR ${sortedRows(db, search)}`.execute(reading);
    for (;;) {
      const { rows } = await sql<Row>`FETCH ${sql.lit(batchSize)} FROM listing`.execute(reading);
      yield rows.map(search.wireOf);
      if (rows.length < batchSize) return;
    }
  } finally {
    await reading.rollback().execute();
  }
}
