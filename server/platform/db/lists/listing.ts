import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../pool.ts';
import { downloadPause } from '../session-settings.ts';
import { sortedRows } from './list-query.ts';
import { searchRows } from './search-rows.ts';
import type { Search } from './search.ts';

/** A prepared search. It can read one page or all matches. */
export interface Listing<Wire> {
  page(): Promise<{ results: Wire[]; totalCount: number }>;
  /** All matches in batches, read from one snapshot. */
  every(): AsyncGenerator<Wire[], void>;
}

export function listing<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): Listing<Wire> {
  return {
    page: () => searchRows(db, search),
    every: () => readByCursor(db, sql<Row>`${sortedRows(db, search)}`, search.wireOf),
  };
}

const batchSize = 500;

/** In batches from one snapshot, through a cursor: only one batch is in memory. In a transaction it is that of the transaction. */
export async function* readByCursor<Row, Wire>(
  db: Db,
  query: RawBuilder<Row>,
  wireOf: (row: Row) => Wire,
): AsyncGenerator<Wire[], void> {
  if (db.isTransaction) yield* readBatches(db, query, wireOf);
  else yield* inSnapshot(db, (reading) => readBatches(reading, query, wireOf));
}

/** All that is read for a file is of one moment, also while a slow client takes it. */
export async function* inSnapshot<T>(
  db: Db,
  read: (reading: Db) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const reading = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // All rows will be read: plan for the last row, not for the first.
    await sql`
      SET LOCAL cursor_tuple_fraction = 1;
      SET LOCAL idle_in_transaction_session_timeout = ${sql.lit(downloadPause)}`.execute(reading);
    yield* read(reading);
  } finally {
    await reading.rollback().execute();
  }
}

async function* readBatches<Row, Wire>(
  reading: Db,
  query: RawBuilder<Row>,
  wireOf: (row: Row) => Wire,
): AsyncGenerator<Wire[], void> {
  await sql`DECLARE listing NO SCROLL CURSOR FOR ${query}`.execute(reading);
  for (;;) {
    const { rows } = await sql<Row>`FETCH ${sql.lit(batchSize)} FROM listing`.execute(reading);
    yield rows.map(wireOf);
    if (rows.length < batchSize) break;
  }
  await sql`CLOSE listing`.execute(reading);
}
